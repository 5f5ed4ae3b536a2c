// SPDX-License-Identifier: Apache-2.0
#include "collectives/plan_cache.h"

namespace bamboo::mpi {

ScheduleRef& PlanCache::at(const Key& key) {
  // The limit of plans: a program that broadcasts a new size each time must not fill the memory
  // with plans.
  constexpr std::size_t enough = 64;
  if (const auto found = schedules_.find(key); found != schedules_.end()) return found->second;
  if (schedules_.size() >= enough) schedules_.clear();
  return schedules_[key];
}

}  // namespace bamboo::mpi
