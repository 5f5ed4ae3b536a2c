// SPDX-License-Identifier: Apache-2.0
// Makes and frees communicators.
#include <array>
#include <numeric>

#include "world.h"

namespace fuzz {

namespace {

/// The new contents of a slot. `from` is the communicator from which the new one is made.
struct Change {
  World& world;
  int number;
  Slot from;
  Dice dice;  ///< all members of `from` draw the same
  int rank = 0;
  int size = 0;

  std::uint64_t identity(int colour) const {
    return Dice{from.identity, static_cast<std::uint64_t>(number),
                static_cast<std::uint64_t>(colour)}
        .next();
  }
  Dice of_rank(int member) const {
    return Dice{world.seed, static_cast<std::uint64_t>(number), from.identity,
                static_cast<std::uint64_t>(member)};
  }
  /// Some members in another order.
  std::vector<int> some_members() {
    std::vector<int> members(static_cast<std::size_t>(size));
    std::iota(members.begin(), members.end(), 0);
    dice.shuffle(members);
    members.resize(static_cast<std::size_t>(1 + dice.below(size)));
    return members;
  }
};

using Make = Slot (*)(Change&);

Slot duplicate(Change& change) {
  Slot slot{MPI_COMM_NULL, change.identity(0), change.from.kind};
  if (change.dice.chance(50)) {
    MPI_Comm_dup(change.from.comm, &slot.comm);
  } else {
    MPI_Request request;
    MPI_Comm_idup(change.from.comm, &slot.comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return slot;
}

Slot split(Change& change) {
  const int colours = 1 + change.dice.below(3);
  const bool some_stay_out = change.dice.chance(30);
  Dice mine = change.of_rank(change.rank);
  const int colour = mine.below(colours);
  const bool stays_out = some_stay_out && mine.chance(30);
  Slot slot{MPI_COMM_NULL, change.identity(colour), Kind::Plain};
  MPI_Comm_split(change.from.comm, stays_out ? MPI_UNDEFINED : colour, mine.below(10), &slot.comm);
  return slot;
}

Slot of_some(Change& change) {
  const std::vector<int> members = change.some_members();
  const bool all_call = change.dice.chance(50);
  Slot slot{MPI_COMM_NULL, change.identity(0), Kind::Plain};
  MPI_Group all;
  MPI_Group some;
  MPI_Comm_group(change.from.comm, &all);
  MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &some);
  int rank = MPI_UNDEFINED;
  MPI_Group_rank(some, &rank);
  if (all_call)
    MPI_Comm_create(change.from.comm, some, &slot.comm);
  else if (rank != MPI_UNDEFINED)
    MPI_Comm_create_group(change.from.comm, some, change.number, &slot.comm);
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  return slot;
}

Slot grid(Change& change) {
  const int dimensions = 1 + change.dice.below(3);
  std::array<int, 3> extents{};
  std::array<int, 3> periods{};
  MPI_Dims_create(change.size, dimensions, extents.data());
  // In a ring of two both neighbours are one process, and MPIs differ in which block is whose.
  for (std::size_t d = 0; d < 3; ++d) periods[d] = extents[d] > 2 && change.dice.chance(50) ? 1 : 0;
  Slot slot{MPI_COMM_NULL, change.identity(0), Kind::Cartesian};
  MPI_Cart_create(change.from.comm, dimensions, extents.data(), periods.data(), 0, &slot.comm);
  std::array<int, 3> coordinates{};
  MPI_Cart_coords(slot.comm, change.rank, dimensions, coordinates.data());
  for (const int value : coordinates) change.world.digest.add(value);
  return slot;
}

Slot graph(Change& change) {
  std::vector<int> sources, targets;
  for (int source = 0; source < change.size; ++source) {
    for (int target = 0; target < change.size; ++target) {
      // A ring and some more. MPICH 4.0's MPI_Neighbor_alltoallw loses messages to oneself, and
      // those of processes with targets or sources alone.
      const bool next = target == (source + 1) % change.size;
      const bool drawn = change.dice.chance(40);
      if (source == target || !(next || drawn)) continue;
      if (target == change.rank) sources.push_back(source);
      if (source == change.rank) targets.push_back(target);
    }
  }
  Dice mine = change.of_rank(change.rank);
  mine.shuffle(sources);
  mine.shuffle(targets);
  Slot slot{MPI_COMM_NULL, change.identity(0), Kind::Graph};
  MPI_Dist_graph_create_adjacent(change.from.comm, static_cast<int>(sources.size()), sources.data(),
                                 MPI_UNWEIGHTED, static_cast<int>(targets.size()), targets.data(),
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &slot.comm);
  return slot;
}

Slot two_groups(Change& change) {
  Slot slot{MPI_COMM_NULL, change.identity(0), Kind::Inter};
  if (change.size < 2) return slot;
  const int first_half = 1 + change.dice.below(change.size - 1);
  const bool first = change.rank < first_half;
  MPI_Comm half;
  MPI_Comm_split(change.from.comm, first ? 0 : 1, change.rank, &half);
  MPI_Intercomm_create(half, 0, change.from.comm, first ? first_half : 0, change.number,
                       &slot.comm);
  MPI_Comm_free(&half);
  return slot;
}

/// Returns the rank in MPI_COMM_WORLD of a group's first member.
int first_of(MPI_Group group) {
  MPI_Group all;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int first = 0;
  int in_world = 0;
  MPI_Group_translate_ranks(group, 1, &first, all, &in_world);
  MPI_Group_free(&all);
  MPI_Group_free(&group);
  return in_world;
}

Slot merge(Change& change) {
  MPI_Group local;
  MPI_Group remote;
  MPI_Comm_group(change.from.comm, &local);
  MPI_Comm_remote_group(change.from.comm, &remote);
  Slot slot{MPI_COMM_NULL, change.identity(0), Kind::Plain};
  const bool high = first_of(local) > first_of(remote);
  MPI_Intercomm_merge(change.from.comm, high ? 1 : 0, &slot.comm);
  return slot;
}

constexpr std::array<Make, 6> of_one_group{duplicate, split, of_some, grid, graph, two_groups};
constexpr std::array<Kind, 6> kinds{Kind::Plain,     Kind::Plain, Kind::Plain,
                                    Kind::Cartesian, Kind::Graph, Kind::Inter};
constexpr std::size_t most_slots = 8;

void remove_slot(World& world, std::size_t index) {
  Slot& slot = world.slots[index];
  if (slot.comm != MPI_COMM_NULL) MPI_Comm_free(&slot.comm);
  world.slots.erase(world.slots.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace

void change_communicators(World& world, int number) {
  Dice dice{world.seed, static_cast<std::uint64_t>(number), 11};
  const std::size_t chosen =
      static_cast<std::size_t>(dice.below(static_cast<int>(world.slots.size())));
  const int which = dice.below(static_cast<int>(of_one_group.size()));
  if (world.slots.size() == most_slots) return remove_slot(world, 1 + chosen % (most_slots - 1));
  const Slot from = world.slots[chosen];
  const bool merges = from.kind == Kind::Inter;
  Slot made{MPI_COMM_NULL, 0, kinds[static_cast<std::size_t>(which)]};
  if (merges) made.kind = Kind::Plain;
  if (!merges && which == 0) made.kind = from.kind;
  if (from.comm != MPI_COMM_NULL) {
    Change change{world, number, from,
                  Dice{world.seed, static_cast<std::uint64_t>(number), from.identity}};
    MPI_Comm_rank(from.comm, &change.rank);
    MPI_Comm_size(from.comm, &change.size);
    made = merges ? merge(change) : of_one_group[static_cast<std::size_t>(which)](change);
  }
  if (made.comm != MPI_COMM_NULL) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(made.comm, &rank);
    MPI_Comm_size(made.comm, &size);
    world.digest.add(rank);
    world.digest.add(size);
  }
  world.slots.push_back(made);
}

}  // namespace fuzz
