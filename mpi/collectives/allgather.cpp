// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "collectives/shared_places.h"
#include "errors/checks.h"

namespace bamboo::mpi {

CollectiveRef allgather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                        Communicator& comm) {
  if (comm.remote_group)
    return inter::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcount);
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const TypedRange block = user_range(recvbuf, recvcount, recvtype, "recvbuf");
  const std::size_t bytes = block.bytes();
  Collective::Parts parts;
  if (!in_place) {
    const TypedRange data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    check_own_block(data.bytes(), bytes);
    check_distinct(data, block.times(comm.size()));
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  parts.output = Buffer(block.address, block.count, *block.type);
  parts.scratch_unit = bytes;
  return make_collective(comm, make_problem(plans::Operation::Allgather, comm, bytes, 0, in_place),
                         bytes, std::move(parts));
}

CollectiveRef allgatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                         Communicator& comm) {
  if (comm.remote_group)
    return inter::allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                             comm);
  check_pointer(recvcounts, "recvcounts");
  refuse_in_place(recvbuf, "recvbuf", "sendbuf", recvcounts, comm.size());
  check_pointer(displs, "displs");
  const bool in_place = sendbuf == MPI_IN_PLACE;
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Allgatherv, comm, 0, 0, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(sendbuf, sendcount, sendtype, "sendbuf");
    parts.input.add_block(data);
  }
  std::vector<TypedRange> blocks;
  for (int i = 0; i < comm.size(); ++i) {
    const TypedRange block =
        shifted(user_range(recvbuf, recvcounts[i], recvtype, "recvbuf"), displs[i]);
    if (!in_place) check_distinct(data, block);
    blocks.push_back(block);
    problem.output_counts.push_back(block.bytes());
  }
  const TypedRange own = blocks[comm.rank];
  if (receive_apart_if_shared(blocks, recvbuf, parts) && in_place)
    parts.to_saved.push_back({own, blocks[comm.rank], keeper(*own.type)});
  for (const TypedRange& block : blocks) parts.output.add_block(block);
  if (!in_place) check_own_block(data.bytes(), problem.output_counts[comm.rank]);
  return make_irregular(comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
