// SPDX-License-Identifier: Apache-2.0
// The cost of a schedule on a network, without the network. Links share their rate fairly among the
// transfers on them. Lost packets and the delays that TCP adds to them are not in the model, so a
// plan with contention looks better here than on the wire.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/fault.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/plan.h"

namespace bamboo::plans {

constexpr std::uint64_t any_number_of_rates = std::numeric_limits<std::uint64_t>::max();

struct Simulated {
  double seconds = 0;
  std::vector<double> busy;    ///< per link: seconds in which anything was on it
  std::vector<double> bytes;   ///< per link
  std::optional<Fault> fault;  ///< why the plans never end, or why the simulation did not
};

/// Simulates plans of any algorithm, event by event. A transfer begins when its send and its
/// receive have begun and the earlier transfers of the pair have ended (a pair has one connection).
/// At each time it has the max-min fair share of its links. A multicast begins when all ranks have
/// begun it and its receivers have reported that. It occupies each link on its routes once, at the
/// rate of the slowest link, and ends for its sender when all have confirmed it. Parts that only
/// the sender knows are sent by a multicast before. Copies and reductions take no time.
/// `unit_bytes` is the size of a unit. Each begin and end of a transfer costs time for all
/// transfers that share links with it, directly or indirectly: thousands of ranks with rare
/// contention take seconds, hundreds of ranks that all send to all take minutes. The simulation
/// gives up after `most_rates` new rates of transfers.
Simulated simulate(std::span<const Plan> plans, double unit_bytes, const Network& network,
                   const Costs& costs = {}, std::uint64_t most_rates = any_number_of_rates);

}  // namespace bamboo::plans
