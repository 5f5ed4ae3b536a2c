// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "windows.h"

namespace bamboo::overlap {
namespace {

using Site = std::tuple<std::string, int, std::string>;  // file, line, call

struct Windows {
  uint64_t executions = 0, bytes = 0, ranks = 0;
  double window_us = 0, wait_us = 0, longest_wait_us = 0;  ///< summed over ranks; of one rank
};

nlohmann::json own_sites() {
  auto sites = nlohmann::json::array();
  for (const bamboo_window_site* site = window_sites(); site != nullptr; site = site->next)
    sites.push_back({site->file, site->line, site->call, site->executions, site->bytes,
                     site->window_ns, site->wait_ns});
  return sites;
}

/// The texts of all processes, at the first one.
std::vector<std::string> gather(const std::string& own) {
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(size), begins(size);
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  int total = 0;
  for (int i = 0; i < size; ++i) {
    begins[i] = total;
    total += lengths[i];
  }
  std::string all(total, ' ');
  PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, 0,
               MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (int i = 0; i < size && total > 0; ++i) texts.push_back(all.substr(begins[i], lengths[i]));
  return texts;
}

std::map<Site, Windows> merge(const std::vector<std::string>& texts) {
  std::map<Site, Windows> merged;
  for (const std::string& text : texts) {
    // A call that was inlined into several functions has several sites.
    std::map<Site, Windows> of_rank;
    for (const auto& site : nlohmann::json::parse(text)) {
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

void write_json(const std::map<Site, Windows>& merged, const char* name) {
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
  std::FILE* out = std::fopen(name, "w");
  if (out == nullptr) {
    support::error("cannot write the windows to '%s'", name);
    return;
  }
  std::fprintf(out, "%s\n", sites.dump(2).c_str());
  std::fclose(out);
}

}  // namespace

void report_windows() {
  int own = window_sites() != nullptr ? 1 : 0, any = 0, rank = 0;
  PMPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (any == 0) return;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto texts = gather(own_sites().dump());
  if (rank != 0) return;
  const auto merged = merge(texts);
  print_table(merged);
  if (const auto name = support::environment("BAMBOO_WINDOWS")) write_json(merged, name->c_str());
}

}  // namespace bamboo::overlap
