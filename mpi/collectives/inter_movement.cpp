// SPDX-License-Identifier: Apache-2.0
// Data movement: an exchange of blocks of which most are empty; a broadcast goes down a tree.
#include "collectives/arguments.h"
#include "collectives/composition.h"
#include "collectives/exchange_blocks.h"
#include "collectives/intercommunicator.h"
#include "types/counts.h"

namespace bamboo::mpi::inter {
namespace {

TypedRange nothing(int = 0) {
  return {nullptr, 0, &datatype(MPI_BYTE)};
}

using Block = std::function<TypedRange()>;

/// Block r of the root comes from rank r of the other group.
CollectiveRef to_root(Communicator& comm, int root, const Block& of_leaf, const BlockOf& of_root,
                      const void* recvbuf) {
  const Role role = role_in(comm, root);
  const TypedRange data = role == Role::Leaf ? of_leaf() : nothing();
  const BlockOf sent = [&](int r) { return r == root ? data : nothing(); };
  return exchange_blocks(comm, &sent, role == Role::Root ? of_root : nothing, recvbuf);
}

CollectiveRef from_root(Communicator& comm, int root, const BlockOf& of_root, const Block& of_leaf,
                        const void* recvbuf) {
  const Role role = role_in(comm, root);
  const TypedRange data = role == Role::Leaf ? of_leaf() : nothing();
  const BlockOf sent = role == Role::Root ? of_root : nothing;
  return exchange_blocks(comm, &sent, [&](int r) { return r == root ? data : nothing(); }, recvbuf);
}

/// Blocks of `count` elements one behind the other.
BlockOf regular(const void* buffer, MPI_Count count, MPI_Datatype type, const char* name) {
  return [=](int r) {
    refuse_in_place(buffer, name);
    const TypedRange first = user_range(buffer, count, type, name);
    return shifted(first, static_cast<MPI_Aint>(first.count) * r);
  };
}

BlockOf irregular(const void* buffer, Counts counts, Counts displs, MPI_Datatype type,
                  const char* name) {
  return [=](int r) {
    refuse_in_place(buffer, name);
    check_pointer(counts, "counts");
    check_pointer(displs, "displs");
    return shifted(user_range(buffer, counts[r], type, name), displs[r]);
  };
}

Block whole(const void* buffer, MPI_Count count, MPI_Datatype type, const char* name) {
  return [=] {
    refuse_in_place(buffer, name);
    return user_range(buffer, count, type, name);
  };
}

/// The same block for each rank of the other group.
BlockOf for_each(const Block& data) {
  return [block = data()](int) { return block; };
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
  Collective::Parts parts;
  if (role != Role::Idle) {
    const TypedRange data = user_range(a.buffer, a.count, a.datatype, "buffer");
    parts.output = Buffer(data.address, data.count, *data.type);
    // The root, then the group that it is not in.
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
  return steps.take(std::move(parts));
}

CollectiveRef prepare(const GatherArguments& a) {
  return to_root(a.comm, a.root, whole(a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
                 regular(a.recvbuf, a.recvcount, a.recvtype, "recvbuf"), a.recvbuf);
}

CollectiveRef prepare(const GathervArguments& a) {
  return to_root(a.comm, a.root, whole(a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
                 irregular(a.recvbuf, a.recvcounts, a.displs, a.recvtype, "recvbuf"), a.recvbuf);
}

CollectiveRef prepare(const ScatterArguments& a) {
  return from_root(a.comm, a.root, regular(a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
                   whole(a.recvbuf, a.recvcount, a.recvtype, "recvbuf"), a.recvbuf);
}

CollectiveRef prepare(const ScattervArguments& a) {
  return from_root(a.comm, a.root,
                   irregular(a.sendbuf, a.sendcounts, a.displs, a.sendtype, "sendbuf"),
                   whole(a.recvbuf, a.recvcount, a.recvtype, "recvbuf"), a.recvbuf);
}

CollectiveRef prepare(const AllgatherArguments& a) {
  const BlockOf sent = for_each(whole(a.sendbuf, a.sendcount, a.sendtype, "sendbuf"));
  return exchange_blocks(a.comm, &sent, regular(a.recvbuf, a.recvcount, a.recvtype, "recvbuf"),
                         a.recvbuf);
}

CollectiveRef prepare(const AllgathervArguments& a) {
  const BlockOf sent = for_each(whole(a.sendbuf, a.sendcount, a.sendtype, "sendbuf"));
  return exchange_blocks(a.comm, &sent,
                         irregular(a.recvbuf, a.recvcounts, a.displs, a.recvtype, "recvbuf"),
                         a.recvbuf);
}

CollectiveRef prepare(const AlltoallArguments& a) {
  const BlockOf sent = regular(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
  return exchange_blocks(a.comm, &sent, regular(a.recvbuf, a.recvcount, a.recvtype, "recvbuf"),
                         a.recvbuf);
}

}  // namespace bamboo::mpi::inter
