// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"

namespace bamboo::mpi {

using plans::ScheduleRef;

/// The plans of regular collectives that one rank has run on one communicator.
class PlanCache {
 public:
  ScheduleRef get(const plans::Algorithm& algorithm, const plans::Problem& problem);

 private:
  using Key = std::tuple<const plans::Algorithm*, int, bool, std::size_t>;
  std::map<Key, ScheduleRef> schedules_;
};

}  // namespace bamboo::mpi
