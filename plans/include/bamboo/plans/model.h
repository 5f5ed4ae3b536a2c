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

/// Seconds below which no algorithm without multicast can get: what the busiest link must carry,
/// where each byte crosses a link once however many ranks behind it want it, and sums cross it
/// instead of what is summed. Between the ranks that are the network's hosts. `bytes`: as select()
/// counts them. Zero for a barrier. Nothing for irregular operations. Where there are several ways
/// (cycles), the links of a host count together and no others, but for an alltoall, whose routes
/// are known. An allreduce's hosts moreover send and receive twice the
/// vector less their part together (Patarasuk, Yuan: "Bandwidth optimal all-reduce algorithms",
/// JPDC 2009).
std::optional<double> bound(Operation operation, std::size_t bytes, int root,
                            const Network& network);
/// The same of an irregular operation, by the bytes of each rank's block: what gatherv's ranks have
/// for the root, the root of scatterv for them, allgatherv's for all, and what reduce_scatter
/// leaves them. Nothing for an all-to-all, whose traffic bound() of traffic.h takes.
std::optional<double> bound(Operation operation, std::span<const std::size_t> blocks, int root,
                            const Network& network);

/// Of more ranks nothing is simulated while a program runs: that would itself take long.
constexpr int most_ranks_simulated = 64;

/// What is more is not simulated as a whole.
struct SimulationLimits {
  int ranks = most_ranks_simulated;
  std::size_t steps = 40'000;  ///< of all ranks' plans
  std::uint64_t rates = any_number_of_rates;
};

/// Seconds that the algorithm takes in a simulation, which knows nothing of lost packets. Of what
/// has very many messages a part is simulated, or nothing. `bytes` as select() counts them; of
/// reductions those of doubles.
std::optional<double> simulated(const Algorithm& algorithm, std::size_t bytes, int root,
                                const Network& network, const SimulationLimits& limits = {});
/// The same of an irregular operation; the problems of all ranks.
std::optional<double> simulated(const Algorithm& algorithm, std::span<const Problem> problems,
                                const Network& network);

/// The same of any plans, of all ranks; nothing where they have too many steps.
std::optional<double> simulated(std::span<const Plan> plans, double unit_bytes,
                                const Network& network);

/// The two that take least by the simulation and what is nearly as good, the best first, no more
/// than `most`; all as they are where it says nothing.
std::vector<const Algorithm*> most_promising(std::vector<const Algorithm*> candidates,
                                             std::size_t bytes, const Network& network,
                                             std::size_t most);

}  // namespace bamboo::plans
