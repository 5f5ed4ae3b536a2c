// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <mpi.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "nest_report.h"
#include "thread_report.h"
#include "window_report.h"

namespace bamboo::overlap {
namespace {

constexpr const char* windows_key = "windows";
constexpr const char* nests_key = "nests";
constexpr const char* thread_key = "thread";

/// The texts of all processes, at the first one. Collective.
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

std::vector<nlohmann::json> parts(const std::vector<nlohmann::json>& of_ranks, const char* name) {
  std::vector<nlohmann::json> found;
  for (const nlohmann::json& one : of_ranks) found.push_back(one[name]);
  return found;
}

void write(const nlohmann::json& report, const std::string& name) {
  std::FILE* out = std::fopen(name.c_str(), "w");
  if (out == nullptr) {
    support::error("cannot write the windows to '%s'", name.c_str());
    return;
  }
  std::fprintf(out, "%s\n", report.dump(2).c_str());
  std::fclose(out);
}

}  // namespace

void report_windows() {
  const nlohmann::json own = {
      {windows_key, own_windows()}, {nests_key, own_nests()}, {thread_key, own_thread()}};
  int has_own = own[windows_key].empty() && own[nests_key].empty() ? 0 : 1, any = 0, rank = 0;
  PMPI_Allreduce(&has_own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (any == 0) return;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto texts = gather(own.dump());
  if (rank != 0) return;
  std::vector<nlohmann::json> of_ranks;
  for (const std::string& text : texts) of_ranks.push_back(nlohmann::json::parse(text));
  const auto windows = print_windows(parts(of_ranks, windows_key));
  const nlohmann::json report = {{windows_key, windows},
                                 {nests_key, print_nests(parts(of_ranks, nests_key))},
                                 {thread_key, print_thread(parts(of_ranks, thread_key))}};
  if (const auto name = support::environment("BAMBOO_WINDOWS")) write(report, *name);
}

}  // namespace bamboo::overlap
