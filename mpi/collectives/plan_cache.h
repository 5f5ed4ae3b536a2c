// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "bamboo/plans/by_nodes.h"
#include "bamboo/plans/execution.h"
#include "topologies/topology.h"

namespace bamboo::mpi {

using plans::ScheduleRef;

/// The plans of a rank's neighbourhood collectives, which depend only on the owners of the blocks.
struct NeighbourPlans {
  Neighbourhood neighbourhood;
  ScheduleRef allgather, alltoall;
};

/// The plans of regular collectives that one rank has run on one communicator.
class PlanCache {
 public:
  explicit PlanCache(const plans::LocalityShape& of_parties) : shape(of_parties) {}

  const plans::LocalityShape shape;
  std::unique_ptr<const NeighbourPlans> neighbours;  ///< made by the first such collective

  /// The plan that there is, or that `make` makes.
  template <class Make>
  ScheduleRef get(const plans::Selected& selected, const plans::Problem& problem,
                  const Make& make) {
    ScheduleRef& known =
        at({selected.algorithm, selected.by_nodes, problem.root, problem.in_place, problem.count});
    if (!known) known = std::make_shared<const plans::Schedule>(make());
    return known;
  }

 private:
  using Key = std::tuple<const plans::Algorithm*, bool, int, bool, std::size_t>;

  ScheduleRef& at(const Key& key);

  std::map<Key, ScheduleRef> schedules_;
};

}  // namespace bamboo::mpi
