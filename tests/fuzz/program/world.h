// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "dice.h"
#include "digest.h"

namespace fuzz {

enum class Kind { Plain, Inter, Cartesian, Graph };

/// A communicator of a program. Each rank has the same list of slots; one that is not a member has
/// MPI_COMM_NULL in it.
struct Slot {
  MPI_Comm comm = MPI_COMM_NULL;
  std::uint64_t identity = 0;  ///< the same for all members, another for each group of members
  Kind kind = Kind::Plain;
};

/// The state of a program between two steps.
struct World {
  std::uint64_t seed = 0;
  std::string folder;  ///< for files
  std::vector<Slot> slots;
  Digest digest;
};

/// The data of a step: a communicator that this rank is a member of, and dice.
struct Step {
  World& world;
  Slot slot;
  int number;
  Dice dice;  ///< all members draw the same
  int rank = 0;
  int size = 0;  ///< of the local group

  Digest& digest() { return world.digest; }
  MPI_Comm comm() const { return slot.comm; }
  /// The dice of this rank alone, or those of another member.
  Dice of_rank(int member) const {
    return Dice{world.seed, static_cast<std::uint64_t>(number), slot.identity, 77,
                static_cast<std::uint64_t>(member)};
  }
  /// A tag that no other step uses.
  int tag(int message) const { return number * 64 + message; }
};

void point_to_point(Step& step);
void blocking_messages(Step& step);
void persistent_messages(Step& step);
void collectives(Step& step);
void inter_collectives(Step& step);
void neighbours(Step& step);
void one_sided(Step& step);
void passive_target(Step& step);
void files(Step& step);
/// Also without a member: each rank adds or removes a slot.
void change_communicators(World& world, int number);

/// `n` integers.
std::vector<int> numbers(Dice dice, std::size_t n);

}  // namespace fuzz
