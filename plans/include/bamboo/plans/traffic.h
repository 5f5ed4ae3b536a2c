// SPDX-License-Identifier: Apache-2.0
// How much each rank has for each: what a scheduler is asked to bring to its places.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

struct Message {
  int from = 0, to = 0;
  std::size_t bytes = 0;
  bool operator==(const Message&) const = default;
};

/// At most one message for each ordered pair of different ranks; none of zero bytes.
struct Traffic {
  int size = 0;  ///< ranks
  std::vector<Message> messages;
};

/// Every rank has `bytes` for every other one.
Traffic all_to_all(int size, std::size_t bytes);
/// counts[from * size + to]; the diagonal is not looked at, zeros are left out.
Traffic traffic_of(int size, std::span<const std::size_t> counts);
/// The messages of an operation in which every message goes straight from its sender to its
/// receiver: all-to-all, allgather, gather, scatter and reduce-scatter (whose receivers combine
/// what comes), regular or not; in the problem's units.
/// Throws std::invalid_argument for another operation.
Traffic traffic_of(std::span<const Problem> problems);

/// What one rank sends to each, and what it gets from each; nothing for itself.
struct RankTraffic {
  std::vector<std::size_t> to, from;
  bool operator==(const RankTraffic&) const = default;
};
RankTraffic rank_traffic(const Traffic& traffic, int rank);
/// Of the operations that traffic_of() knows, as far as a rank knows it by itself.
RankTraffic rank_traffic(const Problem& problem);

/// Finds ranks out of range, a pair that stands there twice, and a message of a rank to itself.
std::optional<Fault> check(const Traffic& traffic);

struct Busiest {
  int link = -1;  ///< of the network; none where nothing moves
  double seconds = 0;
};
/// The link that needs the longest for what goes over it; of equal ones the first. Latency is left
/// out.
Busiest busiest_link(const Traffic& traffic, const Network& network);
/// The seconds below which no schedule can get: those of the busiest link.
double bound(const Traffic& traffic, const Network& network);

}  // namespace bamboo::plans
