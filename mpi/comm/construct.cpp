// SPDX-License-Identifier: Apache-2.0
#include "comm/construct.h"

#include <algorithm>
#include <numeric>

#include "bamboo/support/fnv.h"
#include "comm/agreement.h"
#include "errors/errors.h"
#include "matching/pattern.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {
namespace {

/// Tags for groups that agree at the same time on one communicator, apart from all others.
constexpr int first_group_tag = -17;

/// Different for other strings, but for a chance of 1 in 2^30.
int tag_of(std::string_view string_tag) {
  return first_group_tag - static_cast<int>(support::fnv1a(string_tag) & largest_tag);
}

/// Different for groups with other members, or in another order, but for a chance of 1 in 2^31.
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

}  // namespace

Communicator& copy(Communicators& mine, const Communicator& parent, std::uint32_t context) {
  Communicator& comm = *mine.add(parent, parent.group, context);
  if (parent.cartesian) comm.cartesian = std::make_unique<CartesianTopology>(*parent.cartesian);
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
  const int given[] = {group->size(), fingerprint(*group), static_cast<int>(mine.next_context)};
  const std::vector<int> all = allgather(members_of(parent), given);
  int context = 0;
  for (int r = 0; r < parent.size(); r++) context = std::max(context, all[3 * r + 2]);
  mine.next_context = static_cast<std::uint32_t>(context) + 2;
  // A rank that is no member of its own group gets none, whichever groups the others give.
  const bool is_member = group->rank_of(mine.task.id()) >= 0;
  for (int m = 0; is_member && m < group->size(); m++) {
    const TaskId member = group->world_rank(m);
    const int* theirs = &all[3 * static_cast<std::size_t>(parent.group->rank_of(member))];
    if (theirs[0] == given[0] && theirs[1] == given[1]) continue;
    fail(MPI_ERR_NOT_SAME,
         "rank %d, a member of this rank's group, calls it with %s, this rank with %s%s; all "
         "members of a group must give the same one",
         member, size_text(theirs[0]).c_str(), size_text(given[0]).c_str(),
         theirs[0] == given[0] ? ", others or in another order" : "");
  }
  // Groups that differ share the context: they have no member in common.
  return mine.add(parent, std::move(group), static_cast<std::uint32_t>(context));
}

Communicator* create_group(Communicators& mine, Communicator& parent, GroupRef group, int tag) {
  const int me = group->rank_of(mine.task.id());
  if (me < 0) return nullptr;
  const Members members{*group, me, parent.context + 1, first_group_tag - tag, parent};
  const std::uint32_t context = agree_on_context(mine, members);
  return mine.add(parent, std::move(group), context);
}

Communicator& create_from_group(Communicators& mine, GroupRef group, std::string_view string_tag) {
  const int me = group->rank_of(mine.task.id());
  const Members members{*group, me, without_communicator, tag_of(string_tag), mine.world};
  const std::uint32_t context = agree_on_context(mine, members);
  return *mine.add(mine.world, std::move(group), context);
}

Communicator* split(Communicators& mine, Communicator& parent, int color, int key) {
  const int given[] = {color, key, static_cast<int>(mine.next_context)};
  const std::vector<int> all = allgather(members_of(parent), given);
  const auto color_of = [&](int r) { return all[3 * r]; };
  const auto key_of = [&](int r) { return all[3 * r + 1]; };
  int context = 0;
  std::vector<int> ranks;
  for (int r = 0; r < parent.size(); r++) {
    context = std::max(context, all[3 * r + 2]);
    if (color_of(r) == color) ranks.push_back(r);
  }
  mine.next_context = static_cast<std::uint32_t>(context) + 2;
  if (color == MPI_UNDEFINED) return nullptr;
  std::ranges::stable_sort(ranks, {}, key_of);
  std::vector<TaskId> members;
  for (const int r : ranks) members.push_back(parent.group->world_rank(r));
  // Groups of different colours share the context: they have no member in common.
  return mine.add(parent, Group::of(std::move(members)), static_cast<std::uint32_t>(context));
}

}  // namespace bamboo::mpi
