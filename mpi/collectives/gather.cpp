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

CollectiveRef prepare(const GatherArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  const bool in_place = sends_in_place(a.comm, a.root, a.sendbuf, a.sendcount);
  Collective::Parts parts;
  std::size_t bytes = 0;
  TypedRange data;
  if (!in_place) {
    data = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
    bytes = data.bytes();
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  if (a.comm.rank == a.root) {
    refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcount);
    const TypedRange block = user_range(a.recvbuf, a.recvcount, a.recvtype, "recvbuf");
    if (!in_place) {
      parts.wrong = wrong_own_block(a.comm, bytes, block.bytes());
      check_distinct(data, block.times(a.comm.size()));
    }
    bytes = block.bytes();
    parts.output = Buffer(block.address, block.count, *block.type);
  }
  parts.scratch_unit = bytes;
  return make_collective(a.comm,
                         make_problem(plans::Operation::Gather, a.comm, bytes, a.root, in_place),
                         bytes, std::move(parts));
}

CollectiveRef prepare(const GathervArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  const bool in_place = sends_in_place(a.comm, a.root, a.sendbuf, a.sendcount);
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Gatherv, a.comm, 0, a.root, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
  }
  if (a.comm.rank == a.root) {
    check_pointer(a.recvcounts, "recvcounts");
    refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcounts, a.comm.size());
    check_pointer(a.displs, "displs");
    std::vector<TypedRange> blocks;
    for (int i = 0; i < a.comm.size(); ++i) {
      const TypedRange block =
          shifted(user_range(a.recvbuf, a.recvcounts[i], a.recvtype, "recvbuf"), a.displs[i]);
      if (!in_place) check_distinct(data, block);
      blocks.push_back(block);
    }
    if (!in_place) {
      parts.wrong = wrong_own_block(a.comm, data.bytes(), blocks[a.root].bytes());
      if (parts.wrong) data.count = blocks[a.root].count = 0;
    }
    const TypedRange own = blocks[a.root];
    if (in_place) blocks[a.root].count = 0;  // it is not received
    receive_apart_if_shared(blocks, a.recvbuf, parts);
    if (in_place) blocks[a.root] = own;
    for (const TypedRange& block : blocks) {
      parts.output.add_block(block);
      problem.output_counts.push_back(block.bytes());
    }
  }
  if (!in_place) {
    problem.count = data.bytes();
    parts.input.add_block(data);
  }
  return make_irregular(a.comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
