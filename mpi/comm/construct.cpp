// SPDX-License-Identifier: Apache-2.0
#include "comm/construct.h"

#include <algorithm>
#include <span>

#include "bamboo/support/fnv.h"
#include "comm/agreement.h"
#include "comm/intercommunicator.h"
#include "errors/errors.h"
#include "matching/pattern.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {
namespace {

/// Tags for groups that agree on one communicator at the same time, without mixing their messages.
constexpr int first_group_tag = -17;

/// Returns a number that differs for different strings, except with a probability of 2^-30.
int tag_of(std::string_view string_tag) {
  return first_group_tag - static_cast<int>(support::fnv1a(string_tag) & largest_tag);
}

/// Returns a number that differs for groups with other members or another order, except with a
/// probability of 2^-31.
int fingerprint(const Group& group) {
  std::uint64_t hash = 0;
  for (int r = 0; r < group.size(); r++) {
    hash = (hash ^ static_cast<std::uint64_t>(group.world_rank(r) + 1)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return static_cast<int>(hash & 0x7fffffff);
}

std::string size_text(int size) {
  return size == 0   ? "an empty group"
         : size == 1 ? "a group of 1 member"
                     : "a group of " + std::to_string(size) + " members";
}

/// The data that a rank sends to the others in create().
struct Offer {
  int size, fingerprint;  ///< of its group
  int place;              ///< its own there, -1: it is no member
  int context;
};

/// The offers by number among the parties of the parent.
std::vector<Offer> offers(Communicator& parent, const Offer& mine) {
  const int given[] = {mine.size, mine.fingerprint, mine.place, mine.context};
  const std::vector<int> all = allgather(members_of(parent), given);
  std::vector<Offer> found;
  for (std::size_t i = 0; i < all.size(); i += 4)
    found.push_back({all[i], all[i + 1], all[i + 2], all[i + 3]});
  return found;
}

void check_same(const Offer& mine, const Offer& theirs, TaskId who) {
  if (theirs.size == mine.size && theirs.fingerprint == mine.fingerprint) return;
  fail(MPI_ERR_NOT_SAME,
       "rank %d, a member of this rank's group, calls it with %s, this rank with %s%s; all "
       "members of a group must give the same one",
       who, size_text(theirs.size).c_str(), size_text(mine.size).c_str(),
       theirs.size == mine.size ? ", others or in another order" : "");
}

/// Returns the group that members of `side` pass: the members of `side` whose offer says that they
/// are in it.
GroupRef group_offered(const Communicator& parent, const Group& side, std::span<const Offer> all) {
  std::vector<TaskId> members;
  const Offer* first = nullptr;
  for (int r = 0; r < side.size(); r++) {
    const TaskId rank = side.world_rank(r);
    const Offer& offer = all[static_cast<std::size_t>(parent.parties().rank_of(rank))];
    if (offer.place < 0) continue;
    if (!first) {
      first = &offer;
      members.resize(static_cast<std::size_t>(offer.size));
    }
    check_same(*first, offer, rank);
    members[static_cast<std::size_t>(offer.place)] = rank;
  }
  return Group::of(std::move(members));
}

/// The members of a group of the parent's with this colour, by key. `all` has three numbers for
/// each party: colour, key, and a third.
GroupRef of_color(const Communicator& parent, const Group& group, const std::vector<int>& all,
                  int color) {
  struct Member {
    int key;
    TaskId rank;
  };
  std::vector<Member> found;
  for (int r = 0; r < group.size(); r++) {
    const TaskId rank = group.world_rank(r);
    const int* given = &all[3 * static_cast<std::size_t>(parent.parties().rank_of(rank))];
    if (given[0] == color) found.push_back({given[1], rank});
  }
  std::ranges::stable_sort(found, {}, &Member::key);
  std::vector<TaskId> members;
  for (const Member& each : found) members.push_back(each.rank);
  return Group::of(std::move(members));
}

}  // namespace

Communicator& copy(Communicators& mine, const Communicator& parent, std::uint32_t context) {
  Communicator& comm = parent.remote_group
                           ? add_inter(mine, parent, parent.group, parent.remote_group, context)
                           : *mine.add(parent, parent.group, context);
  comm.topology = parent.topology;
  comm.hints = parent.hints;
  try {
    parent.attributes.copy_to(comm.attributes, parent.handle);
  } catch (const MpiError&) {
    mine.free(comm);
    throw;
  }
  return comm;
}

Communicator& duplicate(Communicators& mine, Communicator& parent) {
  return copy(mine, parent, agree_on_context(mine, members_of(parent)));
}

Communicator* create(Communicators& mine, Communicator& parent, GroupRef group) {
  const int place = group->rank_of(mine.task.id());
  const Offer offer{group->size(), fingerprint(*group), place, mine.proposed_context()};
  const std::vector<Offer> all = offers(parent, offer);
  int context = 0;
  for (const Offer& each : all) context = std::max(context, each.context);
  const std::uint32_t number = mine.take_context(context);
  // A rank outside of its own group gets no communicator, for any groups of the others.
  if (place < 0) return nullptr;
  for (int m = 0; m < group->size(); m++)
    check_same(offer, all[parent.parties().rank_of(group->world_rank(m))], group->world_rank(m));
  // Groups that differ share the context: they have no member in common.
  if (!parent.remote_group) return mine.add(parent, std::move(group), number);
  GroupRef remote = group_offered(parent, *parent.remote_group, all);
  return remote->size() ? &add_inter(mine, parent, std::move(group), std::move(remote), number)
                        : nullptr;
}

int group_tag(int tag) {
  return first_group_tag - tag;
}

Communicator* create_group(Communicators& mine, Communicator& parent, GroupRef group, int tag) {
  const int me = group->rank_of(mine.task.id());
  if (me < 0) return nullptr;
  const Members members{*group, me, parent.context + 1, group_tag(tag), parent};
  const std::uint32_t context = agree_on_context(mine, members);
  return mine.add(parent, std::move(group), context);
}

Members without_parent(Communicators& mine, const Group& group, std::string_view string_tag) {
  const int me = group.rank_of(mine.task.id());
  return {group, me, without_communicator, tag_of(string_tag), mine.world};
}

Communicator& create_from_group(Communicators& mine, GroupRef group, std::string_view string_tag) {
  const std::uint32_t context = agree_on_context(mine, without_parent(mine, *group, string_tag));
  return *mine.add(mine.world, std::move(group), context);
}

Communicator* split(Communicators& mine, Communicator& parent, int color, int key) {
  const int given[] = {color, key, mine.proposed_context()};
  const std::vector<int> all = allgather(members_of(parent), given);
  int context = 0;
  for (std::size_t i = 2; i < all.size(); i += 3) context = std::max(context, all[i]);
  const std::uint32_t number = mine.take_context(context);
  if (color == MPI_UNDEFINED) return nullptr;
  // Groups of different colours share the context: they have no member in common.
  GroupRef local = of_color(parent, *parent.group, all, color);
  if (!parent.remote_group) return mine.add(parent, std::move(local), number);
  GroupRef remote = of_color(parent, *parent.remote_group, all, color);
  return remote->size() ? &add_inter(mine, parent, std::move(local), std::move(remote), number)
                        : nullptr;
}

}  // namespace bamboo::mpi
