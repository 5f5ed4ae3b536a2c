// SPDX-License-Identifier: Apache-2.0
// The cost of an operation on a network by the model: the least that any algorithm can need, and
// the cost of an algorithm of the registry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/problem.h"
#include "bamboo/plans/simulate.h"

namespace bamboo::plans {

/// A lower bound, in seconds, for every algorithm without multicast: the load of the busiest link.
/// Each byte crosses a link once, for any number of ranks behind it, and sums cross it instead of
/// their operands. The ranks are the network's hosts. `bytes` is counted as in select(). Zero for a
/// barrier, nothing for irregular operations. In networks with several routes (cycles) only the
/// links of each host count together, except for an alltoall, whose routes are known. The hosts of
/// an allreduce also send and receive twice the vector minus their parts (Patarasuk, Yuan:
/// "Bandwidth optimal all-reduce algorithms", JPDC 2009).
std::optional<double> bound(Operation operation, std::size_t bytes, int root,
                            const Network& network);
/// Like above, for an irregular operation with the bytes of each rank's block: the blocks that
/// gatherv collects, scatterv distributes, allgatherv collects, and reduce_scatter leaves. Nothing
/// for an all-to-all, whose bound is bound() of traffic.h.
std::optional<double> bound(Operation operation, std::span<const std::size_t> blocks, int root,
                            const Network& network);

/// The largest number of ranks to simulate while a program runs; more would take too long.
constexpr int most_ranks_simulated = 64;

/// Limits beyond which a plan is not simulated as a whole.
struct SimulationLimits {
  int ranks = most_ranks_simulated;
  std::size_t steps = 40'000;  ///< of all ranks' plans
  std::uint64_t rates = any_number_of_rates;
};

/// The simulated time of the algorithm, in seconds, without packet loss. For very many messages a
/// part is simulated, or nothing is returned. `bytes` as in select(); reductions use doubles.
std::optional<double> simulated(const Algorithm& algorithm, std::size_t bytes, int root,
                                const Network& network, const SimulationLimits& limits = {});
/// Like above, for an irregular operation; `problems` has the problems of all ranks.
std::optional<double> simulated(const Algorithm& algorithm, std::span<const Problem> problems,
                                const Network& network);

/// Like above, for the plans of all ranks; returns nothing if they have too many steps.
std::optional<double> simulated(std::span<const Plan> plans, double unit_bytes,
                                const Network& network);

/// Returns the two fastest candidates by simulation and further ones that are nearly as fast, the
/// best first, at most `most`. Returns all candidates unchanged if the simulation has no result.
std::vector<const Algorithm*> most_promising(std::vector<const Algorithm*> candidates,
                                             std::size_t bytes, const Network& network,
                                             std::size_t most);

}  // namespace bamboo::plans
