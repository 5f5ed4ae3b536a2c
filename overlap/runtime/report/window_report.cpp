// SPDX-License-Identifier: Apache-2.0
#include "window_report.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>

#include "windows/windows.h"

namespace bamboo::overlap {
namespace {

using Site = std::tuple<std::string, int, std::string>;  // file, line, call

struct Windows {
  uint64_t executions = 0, bytes = 0, ranks = 0;
  double window_us = 0, wait_us = 0, longest_wait_us = 0;  ///< summed over ranks; of one rank
};

std::map<Site, Windows> merge_windows(const std::vector<nlohmann::json>& of_ranks) {
  std::map<Site, Windows> merged;
  for (const nlohmann::json& sites : of_ranks) {
    // A call that was inlined into several functions has several sites.
    std::map<Site, Windows> of_rank;
    for (const auto& site : sites) {
      Windows& windows = of_rank[{site[0], site[1], site[2]}];
      windows.executions += site[3].get<uint64_t>();
      windows.bytes += site[4].get<uint64_t>();
      windows.window_us += site[5].get<double>() / 1000;
      windows.wait_us += site[6].get<double>() / 1000;
    }
    for (const auto& [where, own] : of_rank) {
      Windows& all = merged[where];
      ++all.ranks;
      all.executions += own.executions;
      all.bytes += own.bytes;
      all.window_us += own.window_us;
      all.wait_us += own.wait_us;
      all.longest_wait_us = std::max(all.longest_wait_us, own.wait_us);
    }
  }
  return merged;
}

void print_table(const std::map<Site, Windows>& merged) {
  std::fprintf(stderr, "%-26s %-36s %10s %12s %14s %14s\n", "windows: call", "where", "executions",
               "bytes each", "window us each", "wait us each");
  for (const auto& [where, windows] : merged) {
    const auto& [file, line, call] = where;
    const std::string name = file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
    const double times = static_cast<double>(windows.executions);
    std::fprintf(stderr, "%-26s %-36s %10llu %12.0f %14.2f %14.2f\n", call.c_str(), name.c_str(),
                 static_cast<unsigned long long>(windows.executions),
                 static_cast<double>(windows.bytes) / times, windows.window_us / times,
                 windows.wait_us / times);
  }
}

}  // namespace

nlohmann::json own_windows() {
  auto sites = nlohmann::json::array();
  for (const bamboo_window_site* site = window_sites(); site != nullptr; site = site->next)
    sites.push_back({site->file, site->line, site->call, site->executions, site->bytes,
                     site->window_ns, site->wait_ns});
  return sites;
}

nlohmann::json tell_windows(const std::vector<nlohmann::json>& of_ranks) {
  const auto merged = merge_windows(of_ranks);
  if (!merged.empty()) print_table(merged);
  auto sites = nlohmann::json::array();
  for (const auto& [where, windows] : merged) {
    const auto& [file, line, call] = where;
    sites.push_back({{"file", file},
                     {"line", line},
                     {"call", call},
                     {"ranks", windows.ranks},
                     {"executions", windows.executions},
                     {"bytes", windows.bytes},
                     {"window_us", windows.window_us},
                     {"wait_us", windows.wait_us},
                     {"longest_wait_us", windows.longest_wait_us}});
  }
  return sites;
}

}  // namespace bamboo::overlap
