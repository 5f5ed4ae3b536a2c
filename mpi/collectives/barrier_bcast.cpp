// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"

namespace bamboo::mpi {

CollectiveRef prepare(const BarrierArguments& a) {
  return make_collective(a.comm, make_problem(plans::Operation::Barrier, a.comm, 0), 0, {});
}

CollectiveRef give_to_all(void* buffer, MPI_Count count, MPI_Datatype type, Communicator& comm) {
  const TypedRange data = user_range(buffer, count, type, "buffer");
  Collective::Parts parts;
  // Another rank may write into the copy at any time, but the task alone into the buffer.
  parts.saved = TypedMemory(data.count, *data.type);
  parts.output = Buffer(parts.saved.base(), data.count, *data.type);
  const TypedRange saved{parts.saved.base(), data.count, data.type};
  if (comm.party() == 0) {
    parts.to_saved.push_back({data, saved});
  } else {
    parts.from_saved.push_back({saved, data});
  }
  return make_collective(comm, {plans::find("bcast/binomial")},
                         make_problem(plans::Operation::Bcast, comm, data.bytes()),
                         std::move(parts));
}

CollectiveRef prepare(const BcastArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  refuse_in_place(a.buffer, "buffer", "operations with two buffers", a.count);
  const TypedRange data = user_range(a.buffer, a.count, a.datatype, "buffer");
  // Ranks may describe the data by different types and counts; the packed size is the same.
  const std::size_t bytes = data.bytes();
  const plans::Selected selected = select(a.comm, plans::Operation::Bcast, bytes);
  plans::Problem problem = make_problem(plans::Operation::Bcast, a.comm, bytes, a.root);
  Collective::Parts parts;
  if (!selected.algorithm->cuts_blocks) {
    parts.output = Buffer(data.address, data.count, *data.type);
  } else {
    problem.count = bytes;
    if (data.type->contiguous) {
      parts.output = Buffer(data.address, 1, data.label);
    } else {
      const Datatype& byte = datatype(MPI_BYTE);
      parts.saved = TypedMemory(bytes, byte);
      parts.output = Buffer(parts.saved.base(), 1, data.label);
      const TypedRange saved{parts.saved.base(), bytes, &byte};
      if (a.comm.rank == a.root) {
        parts.to_saved.push_back({data, saved, keeper(*data.type)});
      } else {
        parts.from_saved.push_back({saved, data, keeper(*data.type)});
      }
    }
  }
  return make_collective(a.comm, selected, problem, std::move(parts));
}

}  // namespace bamboo::mpi
