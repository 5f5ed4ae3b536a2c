// SPDX-License-Identifier: Apache-2.0
// A schedule as phases (CC-MPI, PPoPP'03, section 4.2): sets of transfers that can run at the same
// time without contention.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans {

/// A message or a part of it.
struct Transfer {
  int from = 0, to = 0;
  std::size_t offset = 0, bytes = 0;  ///< the part of the message [offset, offset + bytes)
  bool operator==(const Transfer&) const = default;
};

struct Phases {
  int size = 0;           ///< ranks
  std::string scheduler;  ///< its name: "greedy"
  std::vector<std::vector<Transfer>> phases;
  /// The last phase holds all the messages below the scheduler's threshold; their contention is
  /// light, a further phase would cost more.
  bool small_last = false;
};

/// Checks that every byte of the traffic moves exactly once, and that within a phase no link is
/// asked for more than it carries. A transfer asks each link on its route for the rate of the
/// slowest one, so that on a network of equal links none is used twice, while a faster trunk takes
/// as many as it has room for. The phase of small messages may contend.
std::optional<Fault> check(const Phases& phases, const Traffic& traffic, const Network& network);

/// Parts of one message that move in adjacent phases as one transfer in the first of these: no rank
/// else can use their links in between. The phase of small messages is left alone.
Phases join_parts(Phases phases);

}  // namespace bamboo::plans
