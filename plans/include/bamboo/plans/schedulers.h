// SPDX-License-Identifier: Apache-2.0
// The schedulers: from traffic to phases. All are pure functions, so ranks with the same traffic
// and network make the same phases without communication.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans {

/// Sizes in decreasing order, each message into the first phase in which it contends with none
/// (CC-MPI, PPoPP'03, section 4.2). When nothing is left but messages of less than `small` bytes
/// they make up the last phase. Messages of one size keep the traffic's order. O(M log M) and a
/// word of each link's table for every 64 phases.
Phases greedy(const Traffic& traffic, const Network& network, std::size_t small = 0);

/// Like greedy, but ordered by bytes times the load of the busiest link on the message's route: for
/// shared trunks. Our own.
Phases bottleneck_first(const Traffic& traffic, const Network& network, std::size_t small = 0);

/// Like greedy, but a phase first takes the messages of the ring shift by the distance of the
/// largest message left (CC-MPI, PPoPP'03, Fig. 4). On a star at most size - 1 phases.
Phases all_to_all_based(const Traffic& traffic, const Network& network, std::size_t small = 0);

/// Phase i: each rank sends to the rank i + 1 after it (CC-MPI, PPoPP'03, Fig. 2). Only for
/// networks in which hosts share nothing but their own cables. Empty distances have no phase.
Phases ring(const Traffic& traffic, const Network& network, std::size_t small = 0);

/// Splits messages so that all phases together take at most 1.05 times the bound, for any
/// unevenness: Birkhoff's decomposition of the byte matrix into few phases (the threshold method of
/// Liu et al., CoNEXT'15); the remainder moves whole if the bound leaves room. Only for networks in
/// which hosts share nothing but their own cables, and these have equal rates.
Phases birkhoff(const Traffic& traffic, const Network& network, std::size_t small = 0);

/// An all-to-all of one size on a tree of equally fast links, in as many phases as the bottleneck
/// link has messages to carry: h * (n - h), h hosts of n behind it (Faraj, Yuan: "Message
/// scheduling for all-to-all personalized communication on Ethernet switched clusters", IPDPS'05:
/// the extended ring schedule between subtrees).
Phases tree_all_to_all(const Traffic& traffic, const Network& network, std::size_t small = 0);

struct Scheduler {
  const char* name;     ///< "greedy"
  const char* summary;  ///< one line for a list
  /// Whether it can schedule this traffic on this network in reasonable time.
  bool (*serves)(const Traffic& traffic, const Network& network);
  Phases (*make)(const Traffic& traffic, const Network& network, std::size_t small);
};

std::span<const Scheduler> schedulers();
/// Whether it can schedule any traffic on any network.
bool serves_everything(const Scheduler& scheduler);
/// Returns null if no scheduler has that name.
const Scheduler* find_scheduler(std::string_view name);

}  // namespace bamboo::plans
