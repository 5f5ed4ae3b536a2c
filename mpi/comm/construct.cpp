// SPDX-License-Identifier: Apache-2.0
#include "comm/construct.h"

#include <algorithm>
#include <numeric>

#include "comm/agreement.h"
#include "objects/errhandler.h"
#include "objects/handle_table.h"
#include "rank/rank.h"

namespace bamboo::mpi {
namespace {

HandleTable<Communicator> handles;  // does not own them: each rank does

/// Tags for groups that agree at the same time on one communicator, apart from all others.
constexpr int first_group_tag = -17;

/// Different for groups with other members, or in another order, but for a chance of 1 in 2^31.
int fingerprint(const Group& group) {
  std::uint64_t hash = 0;
  for (int r = 0; r < group.size(); r++) {
    hash = (hash ^ static_cast<std::uint64_t>(group.world_rank(r) + 1)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return static_cast<int>(hash & 0x7fffffff);
}

std::string members_of(int size) {
  return size == 0   ? "an empty group"
         : size == 1 ? "a group of 1 member"
                     : "a group of " + std::to_string(size) + " members";
}

/// Freed ones whose last operation has ended.
void sweep(Rank& rank) {
  std::erase_if(rank.communicators, [](const auto& c) { return c->freed && c->pending == 0; });
}

}  // namespace

Communicator& communicator(MPI_Comm handle) {
  Rank& rank = Rank::current("MPI");
  if (handle == MPI_COMM_WORLD) [[likely]]
    return *rank.world;
  if (Communicator* comm = handles.find(handle_value(handle))) return *comm;
  if (handle == MPI_COMM_SELF) return *rank.self;
  if (handle == MPI_COMM_NULL) fail(MPI_ERR_COMM, "comm is MPI_COMM_NULL");
  fail(MPI_ERR_COMM, "comm is the handle %p, which is no communicator or one that was freed",
       static_cast<void*>(handle));
}

std::unique_ptr<Communicator> make_world(TaskId me, int size) {
  auto comm = std::make_unique<Communicator>();
  comm->context = 0;
  comm->rank = me;
  comm->handle = MPI_COMM_WORLD;
  comm->group = Group::world(size);
  comm->name = "MPI_COMM_WORLD";
  return comm;
}

std::unique_ptr<Communicator> make_self(TaskId me) {
  auto comm = std::make_unique<Communicator>();
  comm->context = 2;
  comm->handle = MPI_COMM_SELF;
  comm->group = Group::of({me});
  comm->name = "MPI_COMM_SELF";
  return comm;
}

Communicator* add_communicator(Rank& rank, const Communicator& parent, GroupRef group,
                               std::uint32_t context) {
  const int me = group->rank_of(rank.id());
  if (me < 0) return nullptr;
  sweep(rank);
  auto comm = std::make_unique<Communicator>();
  comm->context = context;
  comm->rank = me;
  comm->group = std::move(group);
  comm->errhandler = parent.errhandler;
  retain(comm->errhandler);
  // Owned by the rank, not by the table.
  comm->handle = reinterpret_cast<MPI_Comm>(
      handles.add(std::shared_ptr<Communicator>(std::shared_ptr<void>(), comm.get())));
  rank.communicators.push_back(std::move(comm));
  return rank.communicators.back().get();
}

Communicator& duplicate(Rank& rank, Communicator& parent) {
  const std::uint32_t context = agree_on_context(circle_of(rank, parent));
  Communicator& comm = *add_communicator(rank, parent, parent.group, context);
  if (parent.cartesian) comm.cartesian = std::make_unique<CartesianTopology>(*parent.cartesian);
  comm.hints = parent.hints;
  try {
    parent.attributes.copy_to(comm.attributes, parent.handle);
  } catch (const MpiError&) {
    free_communicator(rank, comm);
    throw;
  }
  return comm;
}

Communicator* create(Rank& rank, Communicator& parent, GroupRef group) {
  const int mine[] = {group->size(), fingerprint(*group),
                      static_cast<int>(rank.world->next_context)};
  const std::vector<int> all = lists_of_all(circle_of(rank, parent), mine);
  int context = 0;
  for (int r = 0; r < parent.size(); r++) context = std::max(context, all[3 * r + 2]);
  rank.world->next_context = static_cast<std::uint32_t>(context) + 2;
  // Who is no member of its own group gets nothing, which is right whatever the others give.
  const bool is_member = group->rank_of(rank.id()) >= 0;
  for (int m = 0; is_member && m < group->size(); m++) {
    const TaskId member = group->world_rank(m);
    const int* theirs = &all[3 * static_cast<std::size_t>(parent.group->rank_of(member))];
    if (theirs[0] == mine[0] && theirs[1] == mine[1]) continue;
    fail(MPI_ERR_NOT_SAME,
         "rank %d, a member of this rank's group, calls it with %s, this rank with %s%s; all "
         "members of a group must give the same one",
         member, members_of(theirs[0]).c_str(), members_of(mine[0]).c_str(),
         theirs[0] == mine[0] ? ", others or in another order" : "");
  }
  // Groups that differ share the context: they have no member in common.
  return add_communicator(rank, parent, std::move(group), static_cast<std::uint32_t>(context));
}

Communicator* create_from_group(Rank& rank, Communicator& parent, GroupRef group, int tag) {
  const int me = group->rank_of(rank.id());
  if (me < 0) return nullptr;
  const Circle circle{rank, *group, me, parent.context + 1, first_group_tag - tag, &parent};
  const std::uint32_t context = agree_on_context(circle);
  return add_communicator(rank, parent, std::move(group), context);
}

Communicator* split(Rank& rank, Communicator& parent, int color, int key) {
  const int mine[] = {color, key, static_cast<int>(rank.world->next_context)};
  const std::vector<int> all = lists_of_all(circle_of(rank, parent), mine);
  const auto color_of = [&](int r) { return all[3 * r]; };
  const auto key_of = [&](int r) { return all[3 * r + 1]; };
  int context = 0;
  std::vector<int> ranks;
  for (int r = 0; r < parent.size(); r++) {
    context = std::max(context, all[3 * r + 2]);
    if (color_of(r) == color) ranks.push_back(r);
  }
  rank.world->next_context = static_cast<std::uint32_t>(context) + 2;
  if (color == MPI_UNDEFINED) return nullptr;
  std::ranges::stable_sort(ranks, {}, key_of);
  std::vector<TaskId> members;
  for (const int r : ranks) members.push_back(parent.group->world_rank(r));
  // Groups of different colours share the context: they have no member in common.
  return add_communicator(rank, parent, Group::of(std::move(members)),
                          static_cast<std::uint32_t>(context));
}

void free_communicator(Rank& rank, Communicator& comm) {
  comm.attributes.erase_all(comm.handle);
  release(comm.errhandler);
  comm.errhandler = MPI_ERRORS_ARE_FATAL;
  handles.release(handle_value(comm.handle));
  comm.handle = MPI_COMM_NULL;
  comm.freed = true;
  sweep(rank);
}

}  // namespace bamboo::mpi
