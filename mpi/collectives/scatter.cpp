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

CollectiveRef prepare(const ScatterArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  const bool in_place = receives_in_place(a.comm, a.root, a.recvbuf, a.recvcount);
  Collective::Parts parts;
  std::size_t bytes = 0;
  TypedRange data;
  if (!in_place) {
    data = user_range(a.recvbuf, a.recvcount, a.recvtype, "recvbuf");
    bytes = data.bytes();
    parts.output = Buffer(data.address, data.count, *data.type);
  }
  if (a.comm.rank == a.root) {
    refuse_in_place(a.sendbuf, "sendbuf", "recvbuf", a.sendcount);
    const TypedRange block = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
    if (!in_place) {
      check_own_block(block.bytes(), bytes);
      check_distinct(block.times(a.comm.size()), data);
    }
    bytes = block.bytes();
    parts.input = Buffer(block.address, block.count, *block.type);
  }
  parts.scratch_unit = bytes;
  return make_collective(a.comm,
                         make_problem(plans::Operation::Scatter, a.comm, bytes, a.root, in_place),
                         bytes, std::move(parts));
}

CollectiveRef prepare(const ScattervArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  const bool in_place = receives_in_place(a.comm, a.root, a.recvbuf, a.recvcount);
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Scatterv, a.comm, 0, a.root, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(a.recvbuf, a.recvcount, a.recvtype, "recvbuf");
    problem.count = data.bytes();
    parts.output.add_block(data);
  }
  if (a.comm.rank == a.root) {
    check_pointer(a.sendcounts, "sendcounts");
    refuse_in_place(a.sendbuf, "sendbuf", "recvbuf", a.sendcounts, a.comm.size());
    check_pointer(a.displs, "displs");
    for (int i = 0; i < a.comm.size(); ++i) {
      const TypedRange block =
          shifted(user_range(a.sendbuf, a.sendcounts[i], a.sendtype, "sendbuf"), a.displs[i]);
      if (!in_place) check_distinct(block, data);
      parts.input.add_block(block);
      problem.input_counts.push_back(block.bytes());
    }
    if (!in_place) check_own_block(problem.input_counts[a.root], problem.count);
  }
  return make_irregular(a.comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
