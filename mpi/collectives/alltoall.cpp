// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "collectives/arguments.h"
#include "collectives/operations.h"
#include "errors/checks.h"

namespace bamboo::mpi {
namespace {

using BlockOf = std::function<TypedRange(int)>;

/// All variants with blocks of different sizes. In place (no `sent`) the data is copied first,
/// since what arrives takes the place of what must still leave.
CollectiveRef irregular(Communicator& comm, const BlockOf* sent, const BlockOf& received,
                        const void* recvbuf) {
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Alltoallv, comm, 0);
  std::vector<TypedRange> blocks;
  for (int i = 0; i < comm.size(); ++i) {
    blocks.push_back(received(i));
    parts.output.add_block(blocks[i]);
    problem.output_counts.push_back(blocks[i].bytes());
  }
  check_disjoint(blocks, recvbuf);
  if (sent) {
    for (int i = 0; i < comm.size(); ++i) {
      const TypedRange block = (*sent)(i);
      check_distinct(block, blocks[i]);
      parts.input.add_block(block);
      problem.input_counts.push_back(block.bytes());
    }
    check_own_block(problem.input_counts[comm.rank], problem.output_counts[comm.rank]);
  } else {
    const Datatype& byte = datatype(MPI_BYTE);
    problem.input_counts = problem.output_counts;
    parts.saved = TypedMemory(plans::Blocks(problem.input_counts).total(), byte);
    TypedRange saved{parts.saved.base(), 0, &byte};
    for (const TypedRange& block : blocks) {
      saved.count = block.bytes();
      saved.label = block.label;
      copy_typed(block.address, block.count, *block.type, saved.address, saved.count, byte);
      parts.input.add_block(saved);
      saved = shifted(saved, static_cast<MPI_Aint>(saved.count));
    }
  }
  return make_irregular(comm, problem, std::move(parts));
}

}  // namespace

CollectiveRef alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       Communicator& comm) {
  check_intracommunicator(comm);
  refuse_in_place(recvbuf, "recvbuf", "sendbuf");
  const TypedRange block = user_range(recvbuf, recvcount, recvtype, "recvbuf");
  const std::size_t bytes = block.bytes();
  Collective::Parts parts;
  if (sendbuf == MPI_IN_PLACE) {
    const Datatype& byte = datatype(MPI_BYTE);
    const std::size_t all = comm.size() * bytes;
    parts.saved = TypedMemory(all, byte);
    copy_typed(block.address, comm.size() * block.count, *block.type, parts.saved.base(), all,
               byte);
    parts.input = Buffer(parts.saved.base(), bytes, block.label);
  } else {
    const TypedRange data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    check_own_block(data.bytes(), bytes);
    check_distinct(data.times(comm.size()), block.times(comm.size()));
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  parts.output = Buffer(block.address, block.count, *block.type);
  parts.scratch_unit = bytes;
  return make_collective(comm, make_problem(plans::Operation::Alltoall, comm, bytes), bytes,
                         std::move(parts));
}

CollectiveRef alltoallv(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        MPI_Datatype sendtype, void* recvbuf, Counts recvcounts, Counts rdispls,
                        MPI_Datatype recvtype, Communicator& comm) {
  check_intracommunicator(comm);
  refuse_in_place(recvbuf, "recvbuf", "sendbuf");
  check_pointer(recvcounts, "recvcounts");
  check_pointer(rdispls, "rdispls");
  const BlockOf received = [&](int i) {
    return shifted(user_range(recvbuf, recvcounts[i], recvtype, "recvbuf"), rdispls[i]);
  };
  if (sendbuf == MPI_IN_PLACE) return irregular(comm, nullptr, received, recvbuf);
  check_pointer(sendcounts, "sendcounts");
  check_pointer(sdispls, "sdispls");
  const BlockOf sent = [&](int i) {
    return shifted(user_range(sendbuf, sendcounts[i], sendtype, "sendbuf"), sdispls[i]);
  };
  return irregular(comm, &sent, received, recvbuf);
}

CollectiveRef alltoallw(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        const MPI_Datatype sendtypes[], void* recvbuf, Counts recvcounts,
                        Counts rdispls, const MPI_Datatype recvtypes[], Communicator& comm) {
  check_intracommunicator(comm);
  refuse_in_place(recvbuf, "recvbuf", "sendbuf");
  check_pointer(recvcounts, "recvcounts");
  check_pointer(rdispls, "rdispls");
  check_pointer(recvtypes, "recvtypes");
  const BlockOf received = [&](int i) {
    return shifted_bytes(user_range(recvbuf, recvcounts[i], recvtypes[i], "recvbuf"), rdispls[i]);
  };
  if (sendbuf == MPI_IN_PLACE) return irregular(comm, nullptr, received, recvbuf);
  check_pointer(sendcounts, "sendcounts");
  check_pointer(sdispls, "sdispls");
  check_pointer(sendtypes, "sendtypes");
  const BlockOf sent = [&](int i) {
    return shifted_bytes(user_range(sendbuf, sendcounts[i], sendtypes[i], "sendbuf"), sdispls[i]);
  };
  return irregular(comm, &sent, received, recvbuf);
}

}  // namespace bamboo::mpi
