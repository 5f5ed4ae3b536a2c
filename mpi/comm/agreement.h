// SPDX-License-Identifier: Apache-2.0
// Messages between the members of a communicator when they make another one.
#pragma once

#include <span>
#include <vector>

#include "comm/communicators.h"
#include "p2p/post.h"

namespace bamboo::mpi {

/// The ranks that agree: those of `group`, in which the caller has the number `me`, by messages
/// under (context, tag). They use the communicator `comm`.
struct Members {
  const Group& group;
  int me;
  std::uint32_t context;
  int tag;
  Communicator& comm;
  int first = 0;  ///< the member from which numbers count
};

/// All members of a communicator; for an inter-communicator those of both groups.
Members members_of(Communicator& comm);
/// The same ranks, with the given one moved to the front.
Members led_by(Members members, int leader);

/// Every member calls these in the same order; the rank is suspended meanwhile.
int allreduce_max(const Members& members, int mine);
/// The members' equally long lists, one after the other.
std::vector<int> allgather(const Members& members, std::span<const int> mine);
/// The first member's list; theirs may have any length.
std::vector<int> broadcast(const Members& members, std::vector<int> mine);

/// Two ranks give each other their lists: the caller's is `mine`, the other one is at `other`.
std::vector<int> exchange_lists(Communicator& comm, StepPeer other, std::span<const int> mine);

/// A context that no member uses and that no communicator which has a member in common will get:
/// every rank proposes one (Communicators), the members take the highest.
std::uint32_t agree_on_context(Communicators& mine, const Members& members);

}  // namespace bamboo::mpi
