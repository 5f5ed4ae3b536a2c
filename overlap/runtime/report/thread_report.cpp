// SPDX-License-Identifier: Apache-2.0
#include "thread_report.h"

#include <chrono>
#include <cstdio>

#include "windows/progress.h"

namespace bamboo::overlap {
namespace {

constexpr const char* kLived = "lived_s";
constexpr const char* kRested = "rested_s";

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

nlohmann::json own_thread() {
  const ThreadTimes times = thread_times();
  return {{kLived, seconds(times.lived)}, {kRested, seconds(times.rested)}};
}

nlohmann::json tell_thread(const std::vector<nlohmann::json>& of_ranks) {
  double lived = 0, rested = 0;
  for (const nlohmann::json& one : of_ranks) {
    lived += one[kLived].get<double>();
    rested += one[kRested].get<double>();
  }
  if (rested > 0)
    std::fprintf(stderr,
                 "thread: looked at the network for %.1f s; rested for %.1f s, because others "
                 "needed its core\n",
                 lived - rested, rested);
  return {{kLived, lived}, {kRested, rested}};
}

}  // namespace bamboo::overlap
