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

CollectiveRef bcast(void* buffer, MPI_Count count, MPI_Datatype type, int root,
                    Communicator& comm) {
  refuse_in_place(buffer, "buffer");
  const Role role = role_in(comm, root);
  Composition steps(comm);
  Collective::Parts parts;
  if (role != Role::Idle) {
    const TypedRange data = user_range(buffer, count, type, "buffer");
    parts.output = Buffer(data.address, data.count, *data.type);
    // The root, then the group that it is not in.
    const bool sends = role == Role::Root;
    std::vector<int> parties = steps.parties(sends ? comm.peers() : *comm.group);
    parties.insert(parties.begin(), sends ? comm.party() : steps.party_of_remote(root));
    plans::Problem problem;
    problem.operation = plans::Operation::Bcast;
    problem.size = static_cast<int>(parties.size());
    problem.rank = sends ? 0 : comm.rank + 1;
    problem.count = data.bytes() == 0 ? 0 : 1;
    steps.append(plans::find("bcast/binomial")->make(problem), parties);
  }
  return steps.take(std::move(parts));
}

CollectiveRef gather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, Communicator& comm) {
  return to_root(comm, root, whole(sendbuf, sendcount, sendtype, "sendbuf"),
                 regular(recvbuf, recvcount, recvtype, "recvbuf"), recvbuf);
}

CollectiveRef gatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                      int root, Communicator& comm) {
  return to_root(comm, root, whole(sendbuf, sendcount, sendtype, "sendbuf"),
                 irregular(recvbuf, recvcounts, displs, recvtype, "recvbuf"), recvbuf);
}

CollectiveRef scatter(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      Communicator& comm) {
  return from_root(comm, root, regular(sendbuf, sendcount, sendtype, "sendbuf"),
                   whole(recvbuf, recvcount, recvtype, "recvbuf"), recvbuf);
}

CollectiveRef scatterv(const void* sendbuf, Counts sendcounts, Counts displs, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       Communicator& comm) {
  return from_root(comm, root, irregular(sendbuf, sendcounts, displs, sendtype, "sendbuf"),
                   whole(recvbuf, recvcount, recvtype, "recvbuf"), recvbuf);
}

CollectiveRef allgather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                        Communicator& comm) {
  const BlockOf sent = for_each(whole(sendbuf, sendcount, sendtype, "sendbuf"));
  return exchange_blocks(comm, &sent, regular(recvbuf, recvcount, recvtype, "recvbuf"), recvbuf);
}

CollectiveRef allgatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                         Communicator& comm) {
  const BlockOf sent = for_each(whole(sendbuf, sendcount, sendtype, "sendbuf"));
  return exchange_blocks(comm, &sent, irregular(recvbuf, recvcounts, displs, recvtype, "recvbuf"),
                         recvbuf);
}

CollectiveRef alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       Communicator& comm) {
  const BlockOf sent = regular(sendbuf, sendcount, sendtype, "sendbuf");
  return exchange_blocks(comm, &sent, regular(recvbuf, recvcount, recvtype, "recvbuf"), recvbuf);
}

}  // namespace bamboo::mpi::inter
