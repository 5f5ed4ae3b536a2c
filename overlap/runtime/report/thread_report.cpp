// SPDX-License-Identifier: Apache-2.0
#include "thread_report.h"

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "windows/progress.h"

namespace bamboo::overlap {
namespace {

constexpr const char* lived_key = "lived_s";
constexpr const char* rested_key = "rested_s";
constexpr const char* looks_key = "relief_looks";

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

nlohmann::json own_thread() {
  const ThreadRecord& record = progress().thread_record();
  return {{lived_key, seconds(record.lived)},
          {rested_key, seconds(record.rested)},
          {looks_key, record.relief_looks}};
}

nlohmann::json print_thread(const std::vector<nlohmann::json>& of_ranks) {
  double lived = 0, rested = 0;
  uint64_t looks = 0;
  for (const nlohmann::json& one : of_ranks) {
    lived += one[lived_key].get<double>();
    rested += one[rested_key].get<double>();
    looks += one[looks_key].get<uint64_t>();
  }
  if (rested > 0)
    std::fprintf(stderr,
                 "thread: polled the network for %.1f s; rested for %.1f s, because others "
                 "needed its core\n",
                 lived - rested, rested);
  if (looks > 0)
    std::fprintf(stderr,
                 "relief: polled the network %" PRIu64
                 " times while large operations were in "
                 "flight\n",
                 looks);
  return {{lived_key, lived}, {rested_key, rested}, {looks_key, looks}};
}

}  // namespace bamboo::overlap
