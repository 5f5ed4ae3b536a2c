// SPDX-License-Identifier: Apache-2.0
#include "window_report.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>

#include "windows/trial_rule.h"
#include "windows/windows.h"

namespace bamboo::overlap {
namespace {

using Site = std::tuple<std::string, int, std::string>;  // file, line, call

struct Windows {
  uint64_t executions = 0, bytes = 0, ranks = 0;
  uint64_t blocking = 0, went_back = 0;  ///< executions; ranks that have in the end
  bool is_own = false;                   ///< the program's, which cannot
  double window_us = 0, wait_us = 0, longest_wait_us = 0;  ///< summed over ranks; of one rank

  uint64_t opened() const { return executions - blocking; }
  const char* state() const {
    if (is_own) return "own";
    if (went_back == ranks) return "went_back";
    if (went_back > 0) return "went_back_on_some_ranks";
    const bool is_tried = executions <= ranks * (warm_up + trial_executions);
    return is_tried ? "tried" : "kept";
  }
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
      windows.blocking += site[7].get<uint64_t>();
      windows.is_own |= site[8].get<int>() < 0;
      windows.went_back |= site[8].get<int>() > 0 ? 1 : 0;
    }
    for (const auto& [where, own] : of_rank) {
      Windows& all = merged[where];
      ++all.ranks;
      all.executions += own.executions;
      all.blocking += own.blocking;
      all.went_back += own.went_back;
      all.is_own |= own.is_own;
      all.bytes += own.bytes;
      all.window_us += own.window_us;
      all.wait_us += own.wait_us;
      all.longest_wait_us = std::max(all.longest_wait_us, own.wait_us);
    }
  }
  return merged;
}

void print_table(const std::map<Site, Windows>& merged) {
  std::fprintf(stderr, "%-26s %-36s %10s %12s %14s %14s %10s\n", "windows: call", "where",
               "executions", "bytes each", "window us each", "wait us each", "blocking");
  for (const auto& [where, windows] : merged) {
    const auto& [file, line, call] = where;
    const std::string name = file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
    const double times = static_cast<double>(windows.executions);
    const double opened = static_cast<double>(std::max<uint64_t>(windows.opened(), 1));
    std::fprintf(stderr, "%-26s %-36s %10llu %12.0f %14.2f %14.2f %10llu\n", call.c_str(),
                 name.c_str(), static_cast<unsigned long long>(windows.executions),
                 static_cast<double>(windows.bytes) / times, windows.window_us / opened,
                 windows.wait_us / opened, static_cast<unsigned long long>(windows.blocking));
  }
}

}  // namespace

nlohmann::json own_windows() {
  auto sites = nlohmann::json::array();
  for (const bamboo_window_site* site = window_sites(); site != nullptr; site = site->next)
    sites.push_back({site->file, site->line, site->call, site->executions, site->bytes,
                     site->window_ns, site->wait_ns, site->blocking, site->went_back});
  return sites;
}

nlohmann::json print_windows(const std::vector<nlohmann::json>& of_ranks) {
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
                     {"blocking", windows.blocking},
                     {"state", windows.state()},
                     {"bytes", windows.bytes},
                     {"window_us", windows.window_us},
                     {"wait_us", windows.wait_us},
                     {"longest_wait_us", windows.longest_wait_us}});
  }
  return sites;
}

}  // namespace bamboo::overlap
