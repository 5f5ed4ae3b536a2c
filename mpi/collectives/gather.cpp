// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "collectives/shared_places.h"
#include "errors/checks.h"
#include "objects/errhandler.h"

namespace bamboo::mpi {
namespace {

/// MPI_IN_PLACE at the root, an error elsewhere.
bool sends_in_place(const Communicator& comm, int root, const void* sendbuf, MPI_Count sendcount) {
  if (comm.rank == root) return sendbuf == MPI_IN_PLACE;
  refuse_in_place(sendbuf, "sendbuf", "the root", sendcount);
  return false;
}

/// Checks the root's own block. If the program handles errors, the other ranks continue after
/// sending their blocks, so the root receives these before it fails.
std::optional<MpiError> wrong_own_block(const Communicator& comm, std::size_t sent,
                                        std::size_t received) {
  try {
    check_own_block(sent, received);
  } catch (MpiError& error) {
    if (ends_job(comm.errhandler)) throw;
    return std::move(error);
  }
  return std::nullopt;
}

}  // namespace

CollectiveRef gather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, Communicator& comm) {
  if (comm.remote_group)
    return inter::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  check_root(comm, root);
  const bool in_place = sends_in_place(comm, root, sendbuf, sendcount);
  Collective::Parts parts;
  std::size_t bytes = 0;
  TypedRange data;
  if (!in_place) {
    data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    bytes = data.bytes();
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  if (comm.rank == root) {
    refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcount);
    const TypedRange block = user_range(recvbuf, recvcount, recvtype, "recvbuf");
    if (!in_place) {
      parts.wrong = wrong_own_block(comm, bytes, block.bytes());
      check_distinct(data, block.times(comm.size()));
    }
    bytes = block.bytes();
    parts.output = Buffer(block.address, block.count, *block.type);
  }
  parts.scratch_unit = bytes;
  return make_collective(comm, make_problem(plans::Operation::Gather, comm, bytes, root, in_place),
                         bytes, std::move(parts));
}

CollectiveRef gatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                      int root, Communicator& comm) {
  if (comm.remote_group)
    return inter::gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                          comm);
  check_root(comm, root);
  const bool in_place = sends_in_place(comm, root, sendbuf, sendcount);
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Gatherv, comm, 0, root, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
  }
  if (comm.rank == root) {
    check_pointer(recvcounts, "recvcounts");
    refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcounts, comm.size());
    check_pointer(displs, "displs");
    std::vector<TypedRange> blocks;
    for (int i = 0; i < comm.size(); ++i) {
      const TypedRange block =
          shifted(user_range(recvbuf, recvcounts[i], recvtype, "recvbuf"), displs[i]);
      if (!in_place) check_distinct(data, block);
      blocks.push_back(block);
    }
    if (!in_place) {
      parts.wrong = wrong_own_block(comm, data.bytes(), blocks[root].bytes());
      if (parts.wrong) data.count = blocks[root].count = 0;
    }
    const TypedRange own = blocks[root];
    if (in_place) blocks[root].count = 0;  // it is not received
    receive_apart_if_shared(blocks, recvbuf, parts);
    if (in_place) blocks[root] = own;
    for (const TypedRange& block : blocks) {
      parts.output.add_block(block);
      problem.output_counts.push_back(block.bytes());
    }
  }
  if (!in_place) {
    problem.count = data.bytes();
    parts.input.add_block(data);
  }
  return make_irregular(comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
