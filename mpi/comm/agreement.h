// SPDX-License-Identifier: Apache-2.0
// Messages between the members of a communicator when they make another one.
#pragma once

#include <span>
#include <vector>

#include "comm/communicators.h"
#include "p2p/post.h"

namespace bamboo::mpi {

/// The ranks that agree on values: those of `group`, in which the caller has the number `me`. They
/// send messages under (context, tag) of the communicator `comm`.
struct Members {
  const Group& group;
  int me;
  std::uint32_t context;
  int tag;
  Communicator& comm;
  int first = 0;  ///< the member from which members are numbered
};

/// All members of a communicator; for an inter-communicator those of both groups.
Members members_of(Communicator& comm);
/// The same ranks, with the given one moved to the front.
Members led_by(Members members, int leader);

/// All members call these functions in the same order; each call suspends the rank.
int allreduce_max(const Members& members, int mine);
/// Returns the lists of all members, which have the same length, one after the other.
std::vector<int> allgather(const Members& members, std::span<const int> mine);
/// Returns the first member's list. The lists of the other members may have any length, and are not
/// used.
std::vector<int> broadcast(const Members& members, std::vector<int> mine);

/// Two ranks exchange their lists: the caller's is `mine`, the other one is at `other`.
std::vector<int> exchange_lists(Communicator& comm, StepPeer other, std::span<const int> mine);

/// Returns a context that no member uses, and that no communicator with a common member will get:
/// every rank proposes one (Communicators), and the members take the highest.
std::uint32_t agree_on_context(Communicators& mine, const Members& members);

}  // namespace bamboo::mpi
