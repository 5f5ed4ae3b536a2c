// SPDX-License-Identifier: Apache-2.0
// Messages between the members of a communicator when they make another one.
#pragma once

#include <span>
#include <vector>

#include "comm/communicators.h"

namespace bamboo::mpi {

/// The ranks that agree: those of `group`, of which the caller is number `me`, by messages under
/// (context, tag). `comm` is the communicator that they use.
struct Members {
  const Group& group;
  int me;
  std::uint32_t context;
  int tag;
  Communicator& comm;
};

/// All members of a communicator.
Members members_of(Communicator& comm);

/// Every member calls these in the same order; the rank is suspended meanwhile.
int allreduce_max(const Members& members, int mine);
/// The members' equally long lists, one after the other.
std::vector<int> allgather(const Members& members, std::span<const int> mine);
/// The first member's list; theirs may have any length.
std::vector<int> broadcast(const Members& members, std::vector<int> mine);

/// A context that no member uses and that no communicator which has a member in common will get:
/// every rank counts upwards, the members take the highest count.
std::uint32_t agree_on_context(Communicators& mine, const Members& members);

}  // namespace bamboo::mpi
