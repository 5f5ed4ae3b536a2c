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

/// At most one message for each ordered pair of different ranks; no empty messages.
struct Traffic {
  int size = 0;  ///< ranks
  std::vector<Message> messages;
};

/// Every rank has `bytes` for every other one.
Traffic all_to_all(int size, std::size_t bytes);
/// counts[from * size + to]; the diagonal is not looked at, zeros are left out.
Traffic traffic_of(int size, std::span<const std::size_t> counts);
/// The messages of an operation in which each message goes directly from sender to receiver:
/// all-to-all, allgather, gather, scatter and reduce-scatter (receivers combine the data), regular
/// or not; in the problem's units. Throws std::invalid_argument for another operation.
Traffic traffic_of(std::span<const Problem> problems);

/// The units that one rank sends to each rank and gets from each; zero for itself.
struct RankTraffic {
  std::vector<std::size_t> to, from;
  bool operator==(const RankTraffic&) const = default;
};
RankTraffic rank_traffic(const Traffic& traffic, int rank);
/// For the operations that traffic_of() accepts, the part that one rank knows by itself.
RankTraffic rank_traffic(const Problem& problem);

/// Finds ranks out of range, duplicate pairs, and messages from a rank to itself.
std::optional<Fault> check(const Traffic& traffic);

struct Busiest {
  int link = -1;  ///< of the network; none where nothing moves
  double seconds = 0;
};
/// The link with the longest transfer time, without latency; the first of equals.
Busiest busiest_link(const Traffic& traffic, const Network& network);
/// The lower bound for any schedule, in seconds: the time of the busiest link.
double bound(const Traffic& traffic, const Network& network);

}  // namespace bamboo::plans
