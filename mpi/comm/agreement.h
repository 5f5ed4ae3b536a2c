// SPDX-License-Identifier: Apache-2.0
// What the members of a communicator tell each other when they make another one.
#pragma once

#include <span>
#include <vector>

#include "comm/communicator.h"

namespace bamboo::mpi {

class Rank;

/// Who agrees: the members of `group`, the caller is number `me`, by messages under (context, tag).
struct Circle {
  Rank& rank;
  const Group& group;
  int me;
  std::uint32_t context;
  int tag;
  Communicator* comm;
};

/// All members of a communicator.
Circle circle_of(Rank& rank, Communicator& comm);

/// Every member calls these in the same order; the rank is suspended meanwhile.
int maximum_of_all(const Circle& circle, int mine);
/// The members' equally long lists, one after the other.
std::vector<int> lists_of_all(const Circle& circle, std::span<const int> mine);
/// The first member's list; theirs may have any length.
std::vector<int> list_of_first(const Circle& circle, std::vector<int> mine);

/// A context that no member uses and that no communicator which has a member in common will get:
/// every rank counts upwards, the members take the highest count.
std::uint32_t agree_on_context(const Circle& circle);

}  // namespace bamboo::mpi
