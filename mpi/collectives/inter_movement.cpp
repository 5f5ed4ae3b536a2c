// SPDX-License-Identifier: Apache-2.0
// Data movement: an exchange of blocks of which most are empty; a broadcast goes down a tree.
#include "collectives/arguments.h"
#include "collectives/composition.h"
#include "collectives/intercommunicator.h"
#include "types/counts.h"

namespace bamboo::mpi::inter {
namespace {

/// The data of one group go to the other group: the root's blocks, or a block of each rank, or one
/// block to the root or to all ranks.
template <class Arguments>
CollectiveRef to_other_group(const Arguments& a) {
  constexpr plans::Operation operation = Arguments::operation;
  constexpr bool is_scatter = collectives::is_scatter(operation);
  constexpr bool sends_one = !is_scatter && operation != plans::Operation::Alltoall;
  Preparation side(a.comm);
  Role role = Role::Root;
  int root = 0;
  if constexpr (plans::has_root(operation)) role = role_in(a.comm, root = a.root);
  std::vector<TypedRange> sent(side.peers), received(side.peers);
  const auto set_one = [&](std::vector<TypedRange>& blocks, const auto& of) {
    const bool is_for_all = !plans::has_root(operation);
    if (!is_for_all && role != Role::Leaf) return;
    refuse_in_place(of.buffer, of.name);
    const TypedRange block = collectives::range_of(side, of);
    for (int r = 0; r < side.peers; r++)
      if (is_for_all || r == root) blocks[r] = block;
  };
  const auto set_all = [&](std::vector<TypedRange>& blocks, const auto& of) {
    if (role != Role::Root) return;
    refuse_in_place(of.buffer, of.name);
    blocks = collectives::blocks_of(side, of, side.peers, "");
  };
  if constexpr (sends_one)
    set_one(sent, collectives::send_side(a));
  else
    set_all(sent, collectives::send_side(a));
  if constexpr (is_scatter)
    set_one(received, collectives::receive_side(a));
  else
    set_all(received, collectives::receive_side(a));
  collectives::exchange(side, &sent, received, a.recvbuf);
  return side.take();
}

}  // namespace

Role role_in(const Communicator& comm, int root) {
  if (root == MPI_ROOT) return Role::Root;
  if (root == MPI_PROC_NULL) return Role::Idle;
  const int size = comm.peers().size();
  if (root < 0 || root >= size)
    fail(MPI_ERR_ROOT,
         "root is %d, must be 0 … %d, a rank of the remote group, or MPI_ROOT or MPI_PROC_NULL in "
         "the root's group",
         root, size - 1);
  return Role::Leaf;
}

void refuse_in_place(const void* buffer, const char* name) {
  mpi::refuse_in_place(buffer, name, "intra-communicators");
}

CollectiveRef prepare(const BcastArguments& a) {
  refuse_in_place(a.buffer, "buffer");
  const Role role = role_in(a.comm, a.root);
  Composition steps(a.comm);
  Preparation side(a.comm);
  if (role != Role::Idle) {
    const TypedRange data = side.range(a.buffer, a.count, side.type(a.datatype), "buffer");
    side.prepared.output = Buffer(data);
    // The root, followed by the group that does not contain it.
    const bool sends = role == Role::Root;
    std::vector<int> parties = steps.parties(sends ? a.comm.peers() : *a.comm.group);
    parties.insert(parties.begin(), sends ? a.comm.party() : steps.party_of_remote(a.root));
    plans::Problem problem;
    problem.operation = plans::Operation::Bcast;
    problem.size = static_cast<int>(parties.size());
    problem.rank = sends ? 0 : a.comm.rank + 1;
    problem.count = data.bytes() == 0 ? 0 : 1;
    steps.append(plans::find("bcast/binomial")->make(problem), parties);
  }
  return steps.take(std::move(side.prepared));
}

CollectiveRef prepare(const GatherArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const GathervArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const ScatterArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const ScattervArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const AllgatherArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const AllgathervArguments& a) {
  return to_other_group(a);
}

CollectiveRef prepare(const AlltoallArguments& a) {
  return to_other_group(a);
}

}  // namespace bamboo::mpi::inter
