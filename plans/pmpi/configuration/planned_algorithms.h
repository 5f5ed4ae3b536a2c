// SPDX-License-Identifier: Apache-2.0
/// \file
/// The algorithms that rules and trials choose from: the registry, and those that make plans of the
/// problems of more than one process.
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// Schedules of patterns that come again (repeated_patterns.h). Has no `make`.
inline constexpr Algorithm repeated{"alltoallv/repeated",
                                    Operation::Alltoallv,
                                    true,
                                    std::numeric_limits<int>::max(),
                                    std::numeric_limits<std::size_t>::max(),
                                    nullptr};

/// Messages between hosts that their processes share (bamboo/plans/neighbours.h). Have no `make`.
inline constexpr Algorithm aggregated_allgatherv{
    "neighbor_allgatherv/aggregated", Operation::NeighborAllgatherv,           true,
    std::numeric_limits<int>::max(),  std::numeric_limits<std::size_t>::max(), nullptr};
inline constexpr Algorithm aggregated_alltoallv{"neighbor_alltoallv/aggregated",
                                                Operation::NeighborAlltoallv,
                                                true,
                                                std::numeric_limits<int>::max(),
                                                std::numeric_limits<std::size_t>::max(),
                                                nullptr};

/// Made of what all processes know of a pattern that comes again. Null: the operation has none.
const Algorithm* learnt_of(Operation operation);
/// Whether learnt_of() has it, so that no process can make its plan alone.
inline bool is_learnt(const Algorithm& algorithm) {
  return &algorithm == learnt_of(algorithm.operation);
}
/// What serves where nothing has been learnt: `learnt` is such an algorithm.
const Algorithm& without_pattern(const Algorithm& learnt);

/// Names of schedules that no `make` gives: parts of messages may move.
struct Phased {
  Algorithm by_hand;
  /// Of a control part that a call keeps: in the call that makes it, and in the others.
  Algorithm gathered, kept;
};
/// Of an irregular operation.
const Phased& phased_of(Operation operation);

/// Of each operation in the order in which they have their turns in trials.
std::vector<const Algorithm*> planned_algorithms();
/// Where each process has something for each: that is kept in step. Null for other operations.
const Algorithm* gated_exchange(Operation operation);
/// The first one of that operation that has multicasts, or null.
const Algorithm* multicast_of(Operation operation);
/// Null when there is none of that name.
const Algorithm* find_planned(std::string_view name);

}  // namespace bamboo::plans::pmpi
