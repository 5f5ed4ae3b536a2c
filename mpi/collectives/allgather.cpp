// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "collectives/shared_places.h"
#include "errors/checks.h"

namespace bamboo::mpi {

CollectiveRef prepare(const AllgatherArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcount);
  const bool in_place = a.sendbuf == MPI_IN_PLACE;
  const TypedRange block = user_range(a.recvbuf, a.recvcount, a.recvtype, "recvbuf");
  const std::size_t bytes = block.bytes();
  Collective::Parts parts;
  if (!in_place) {
    const TypedRange data = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
    check_own_block(data.bytes(), bytes);
    check_distinct(data, block.times(a.comm.size()));
    parts.input = Buffer(data.address, data.count, *data.type);
  }
  parts.output = Buffer(block.address, block.count, *block.type);
  parts.scratch_unit = bytes;
  return make_collective(a.comm,
                         make_problem(plans::Operation::Allgather, a.comm, bytes, 0, in_place),
                         bytes, std::move(parts));
}

CollectiveRef prepare(const AllgathervArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_pointer(a.recvcounts, "recvcounts");
  refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcounts, a.comm.size());
  check_pointer(a.displs, "displs");
  const bool in_place = a.sendbuf == MPI_IN_PLACE;
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Allgatherv, a.comm, 0, 0, in_place);
  TypedRange data;
  if (!in_place) {
    data = user_range(a.sendbuf, a.sendcount, a.sendtype, "sendbuf");
    parts.input.add_block(data);
  }
  std::vector<TypedRange> blocks;
  for (int i = 0; i < a.comm.size(); ++i) {
    const TypedRange block =
        shifted(user_range(a.recvbuf, a.recvcounts[i], a.recvtype, "recvbuf"), a.displs[i]);
    if (!in_place) check_distinct(data, block);
    blocks.push_back(block);
    problem.output_counts.push_back(block.bytes());
  }
  const TypedRange own = blocks[a.comm.rank];
  if (receive_apart_if_shared(blocks, a.recvbuf, parts) && in_place)
    parts.to_saved.push_back({own, blocks[a.comm.rank], keeper(*own.type)});
  for (const TypedRange& block : blocks) parts.output.add_block(block);
  if (!in_place) check_own_block(data.bytes(), problem.output_counts[a.comm.rank]);
  return make_irregular(a.comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
