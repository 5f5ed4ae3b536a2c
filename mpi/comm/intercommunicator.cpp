// SPDX-License-Identifier: Apache-2.0
#include "comm/intercommunicator.h"

#include <algorithm>
#include <utility>

#include "errors/errors.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {
namespace {

/// A context, then world ranks.
using Side = std::vector<int>;

Side side_of(int context, const Group& group) {
  Side side{context};
  for (int r = 0; r < group.size(); r++) side.push_back(group.world_rank(r));
  return side;
}

/// The same order on both sides: first the group whose first member has the lower world rank.
GroupRef both(const Group& a, const Group& b) {
  return a.world_rank(0) < b.world_rank(0) ? unite(a, b) : unite(b, a);
}

}  // namespace

Communicator& add_inter(Communicators& mine, const Communicator& parent, GroupRef local,
                        GroupRef remote, std::uint32_t context) {
  Communicator& comm = *mine.add(parent, std::move(local), context);
  comm.everyone = both(*comm.group, *remote);
  comm.place = comm.everyone->rank_of(mine.task.id());
  comm.remote_group = std::move(remote);
  return comm;
}

Communicator& connect(Communicators& mine, const Members& local, GroupRef group, int leader,
                      StepPeer bridge) {
  const int highest = allreduce_max(local, mine.proposed_context());
  Side theirs;
  if (local.me == leader) theirs = exchange_lists(local.comm, bridge, side_of(highest, *group));
  theirs = broadcast(led_by(local, leader), std::move(theirs));
  const std::uint32_t context = mine.take_context(std::max(highest, theirs[0]));
  GroupRef remote = Group::of({theirs.begin() + 1, theirs.end()});
  for (int r = 0; r < remote->size(); r++)
    if (group->rank_of(remote->world_rank(r)) >= 0)
      fail(MPI_ERR_COMM, "world rank %d is in both groups; they must have no member in common",
           remote->world_rank(r));
  return add_inter(mine, local.comm, std::move(group), std::move(remote), context);
}

Communicator& merge(Communicators& mine, Communicator& comm, bool high) {
  const int given[] = {high, mine.proposed_context()};
  const std::vector<int> all = allgather(members_of(comm), given);
  const auto given_by = [&](const Group& group, int r) {
    return &all[2 * static_cast<std::size_t>(comm.everyone->rank_of(group.world_rank(r)))];
  };
  int highest = 0;
  for (std::size_t i = 1; i < all.size(); i += 2) highest = std::max(highest, all[i]);
  const std::uint32_t context = mine.take_context(highest);
  for (int r = 0; r < comm.size(); r++)
    if (given_by(*comm.group, r)[0] != given[0])
      fail(MPI_ERR_NOT_SAME, "rank %d of the group gives high %d, this rank %d", r,
           given_by(*comm.group, r)[0], given[0]);
  const bool theirs = given_by(*comm.remote_group, 0)[0] != 0;
  GroupRef group = theirs == high ? comm.everyone
                   : theirs       ? unite(*comm.group, *comm.remote_group)
                                  : unite(*comm.remote_group, *comm.group);
  return *mine.add(comm, std::move(group), context);
}

}  // namespace bamboo::mpi
