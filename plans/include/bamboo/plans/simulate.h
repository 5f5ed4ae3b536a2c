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

/// Runs plans, of any algorithm, event by event: a transfer begins when its send and its receive
/// have begun and those of the pair before it have ended (a pair has one connection), and has at
/// each time the max-min fair share of its links. A multicast begins when all ranks have begun it
/// and its receivers have said so, is on each link of the ways to them once, at the rate of what
/// the slowest has left, and ends for its sender when all have confirmed it; parts that only the
/// sender knows are told by another one before. Copies and reductions take no time. `unit_bytes`:
/// bytes in one unit. A transfer that begins or ends costs time for those that share links with it,
/// directly or through others: thousands of ranks whose messages seldom meet take seconds, hundreds
/// that all send to all take minutes. It gives up after `most_rates` new rates of transfers.
Simulated simulate(std::span<const Plan> plans, double unit_bytes, const Network& network,
                   const Costs& costs = {}, std::uint64_t most_rates = any_number_of_rates);

}  // namespace bamboo::plans
