// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "topologies/topology.h"

namespace bamboo::mpi {

using plans::ScheduleRef;

/// The plans of a rank's neighbourhood collectives: whose blocks they are is all that they depend
/// on.
struct NeighbourPlans {
  Neighbourhood neighbourhood;
  ScheduleRef allgather, alltoall;
};

/// The plans of regular collectives that one rank has run on one communicator.
class PlanCache {
 public:
  std::unique_ptr<const NeighbourPlans> neighbours;  ///< made by the first such collective

  ScheduleRef get(const plans::Algorithm& algorithm, const plans::Problem& problem);

 private:
  using Key = std::tuple<const plans::Algorithm*, int, bool, std::size_t>;
  std::map<Key, ScheduleRef> schedules_;
};

}  // namespace bamboo::mpi
