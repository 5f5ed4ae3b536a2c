// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "errors/checks.h"

namespace bamboo::mpi {
namespace {

/// MPI_IN_PLACE at the root, an error elsewhere.
bool receives_in_place(const Communicator& comm, int root, const void* recvbuf,
                       MPI_Count recvcount) {
  if (comm.rank == root) return recvbuf == MPI_IN_PLACE;
  refuse_in_place(recvbuf, "recvbuf", "the root", recvcount);
  return false;
}

}  // namespace

CollectiveRef scatter(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      Communicator& comm) {
  if (comm.remote_group)
    return inter::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  check_root(comm, root);
  const bool in_place = receives_in_place(comm, root, recvbuf, recvcount);
  Collective::Parts parts;
  std::size_t bytes = 0;
  TypedRange data;
  if (!in_place) {
    data = user_range(recvbuf, recvcount, recvtype, "recvbuf");
    bytes = data.bytes();
    parts.output = Buffer(data.address, data.count, *data.type);
  }
  if (comm.rank == root) {
    refuse_in_place(sendbuf, "sendbuf", "recvbuf", sendcount);
    const TypedRange block = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    if (!in_place) {
      check_own_block(block.bytes(), bytes);
      check_distinct(block.times(comm.size()), data);
    }
    bytes = block.bytes();
    parts.input = Buffer(block.address, block.count, *block.type);
  }
  parts.scratch_unit = bytes;
  return make_collective(comm, make_problem(plans::Operation::Scatter, comm, bytes, root, in_place),
                         bytes, std::move(parts));
}

CollectiveRef scatterv(const void* sendbuf, Counts sendcounts, Counts displs, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       Communicator& comm) {
  if (comm.remote_group)
    return inter::scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                           root, comm);
  check_root(comm, root);
  const bool in_place = receives_in_place(comm, root, recvbuf, recvcount);
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Scatterv, comm, 0, root, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(recvbuf, recvcount, recvtype, "recvbuf");
    problem.count = data.bytes();
    parts.output.add_block(data);
  }
  if (comm.rank == root) {
    check_pointer(sendcounts, "sendcounts");
    refuse_in_place(sendbuf, "sendbuf", "recvbuf", sendcounts, comm.size());
    check_pointer(displs, "displs");
    for (int i = 0; i < comm.size(); ++i) {
      const TypedRange block =
          shifted(user_range(sendbuf, sendcounts[i], sendtype, "sendbuf"), displs[i]);
      if (!in_place) check_distinct(block, data);
      parts.input.add_block(block);
      problem.input_counts.push_back(block.bytes());
    }
    if (!in_place) check_own_block(problem.input_counts[root], problem.count);
  }
  return make_irregular(comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
