// SPDX-License-Identifier: Apache-2.0
#include "deadlock/local_deadlock.h"

#include <algorithm>
#include <utility>

namespace bamboo {

LocalDeadlock::LocalDeadlock(WorkerActivities workers, Threads threads)
    : workers_(std::move(workers)), suspicion_(threads) {}

std::vector<std::uint64_t> LocalDeadlock::looks() const {
  std::vector<std::uint64_t> result;
  for (const WorkerActivity* worker : workers_) result.push_back(worker->looks.load());
  return result;
}

bool LocalDeadlock::confirmed(std::uint64_t since) {
  const auto suspicion = suspicion_.lock();
  const std::vector<std::uint64_t> now = looks();
  if (suspicion->since != since) {
    *suspicion = {since, now};
    return false;
  }
  // The first check that ends after the suspicion may have begun before it.
  const auto looked_since = [](std::uint64_t after, std::uint64_t before) {
    return after >= before + 2;
  };
  return std::ranges::equal(now, suspicion->looks, looked_since);
}

}  // namespace bamboo
