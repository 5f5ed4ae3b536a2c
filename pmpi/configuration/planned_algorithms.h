// SPDX-License-Identifier: Apache-2.0
// The algorithms for rules and trials: those of the registry, and those whose plans need the
// problems of several processes.
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

/// The algorithm based on a repeated pattern that all processes know; null if the operation has
/// none.
const Algorithm* learnt_of(Operation operation);
/// Whether it is an algorithm of learnt_of(), so that no process can make its plan alone.
inline bool is_learnt(const Algorithm& algorithm) {
  return &algorithm == learnt_of(algorithm.operation);
}
/// The algorithm to use before a pattern is known; `learnt` is one of learnt_of().
const Algorithm& without_pattern(const Algorithm& learnt);

/// The names of schedules that have no `make`, because parts of messages may move.
struct Phased {
  Algorithm by_hand;
  /// The costs of a control part that a call keeps: in the call that makes it, and in later calls.
  Algorithm gathered, kept;
};
/// For an irregular operation.
const Phased& phased_of(Operation operation);

/// For each operation, in the order of their turns in trials.
std::vector<const Algorithm*> planned_algorithms();
/// The paced exchange, for operations in which each process has data for each. Null for others.
const Algorithm* gated_exchange(Operation operation);
/// The first one of that operation that has multicasts, or null.
const Algorithm* multicast_of(Operation operation);
/// Returns null if no algorithm has that name.
const Algorithm* find_planned(std::string_view name);

}  // namespace bamboo::plans::pmpi
