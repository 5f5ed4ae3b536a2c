// SPDX-License-Identifier: Apache-2.0
#include "collectives/arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/operations.h"
#include "collectives/reduction.h"
#include "errors/checks.h"

namespace bamboo::mpi {
namespace {

/// The reductions in which every rank has one vector. `has_result`: recvbuf means something here.
CollectiveRef of_vectors(plans::Operation operation, Communicator& comm, const void* sendbuf,
                         void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                         bool has_result) {
  check_count(count);
  Collective::Parts parts;
  parts.reduction.emplace(reduction(comm.task, op, type));
  const bool in_place = has_result && sendbuf == MPI_IN_PLACE;
  if (!has_result) refuse_in_place(sendbuf, "sendbuf", "the root", count);
  TypedRange vector;
  if (has_result) {
    refuse_in_place(recvbuf, "recvbuf", "sendbuf", count);
    vector = user_range(recvbuf, count, type, "recvbuf");
  }
  if (!in_place) {
    const TypedRange sent = user_range(sendbuf, count, type, "sendbuf");
    if (has_result) check_distinct(sent, vector);
    vector = sent;
  }

  const std::size_t bytes = vector.bytes();
  const plans::Selected selected = select(comm, operation, bytes);
  const bool cuts_blocks = selected.algorithm->cuts_blocks;
  plans::Problem problem = make_problem(operation, comm, bytes, root, in_place);
  if (cuts_blocks) problem.count = vector.count;
  const std::size_t unit = cuts_blocks ? 1 : vector.count;
  if (!in_place) parts.input = Buffer(sendbuf, unit, *vector.type);
  if (has_result) parts.output = Buffer(recvbuf, unit, *vector.type);
  parts.scratch_unit = unit;
  return make_collective(comm, selected, problem, std::move(parts));
}

/// sendbuf, or a copy of recvbuf, which the results will overwrite.
Buffer scattered_input(const void* sendbuf, const TypedRange& block, std::size_t elements,
                       std::size_t unit, const Datatype& type, Collective::Parts& parts) {
  refuse_in_place(block.address, "recvbuf", "sendbuf",
                  static_cast<MPI_Count>(sendbuf == MPI_IN_PLACE ? elements : block.count));
  if (sendbuf != MPI_IN_PLACE) {
    check_buffer(sendbuf, elements, type, "sendbuf");
    check_distinct({const_cast<void*>(sendbuf), elements, &type}, block);
    return Buffer(sendbuf, unit, type);
  }
  parts.saved = TypedMemory(elements, type);
  parts.to_saved.push_back(
      {{block.address, elements, &type}, {parts.saved.base(), elements, &type}});
  return Buffer(parts.saved.base(), unit, type);
}

}  // namespace

CollectiveRef reduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, int root, Communicator& comm) {
  if (comm.remote_group) return inter::reduce(sendbuf, recvbuf, count, type, op, root, comm);
  check_root(comm, root);
  return of_vectors(plans::Operation::Reduce, comm, sendbuf, recvbuf, count, type, op, root,
                    comm.rank == root);
}

CollectiveRef allreduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, Communicator& comm) {
  if (comm.remote_group) return inter::allreduce(sendbuf, recvbuf, count, type, op, comm);
  return of_vectors(plans::Operation::Allreduce, comm, sendbuf, recvbuf, count, type, op, 0, true);
}

CollectiveRef scan(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                   MPI_Op op, Communicator& comm) {
  check_intracommunicator(comm);
  return of_vectors(plans::Operation::Scan, comm, sendbuf, recvbuf, count, type, op, 0, true);
}

CollectiveRef exscan(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, Communicator& comm) {
  check_intracommunicator(comm);
  // Rank 0 has no predecessor: its recvbuf has no meaning unless it contains the contribution.
  const bool has_result = comm.rank != 0 || sendbuf == MPI_IN_PLACE;
  return of_vectors(plans::Operation::Exscan, comm, sendbuf, recvbuf, count, type, op, 0,
                    has_result);
}

CollectiveRef reduce_scatter(const void* sendbuf, void* recvbuf, Counts recvcounts,
                             MPI_Datatype type, MPI_Op op, Communicator& comm) {
  if (comm.remote_group) return inter::reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
  check_pointer(recvcounts, "recvcounts");
  Collective::Parts parts;
  parts.reduction.emplace(reduction(comm.task, op, type));
  const Datatype& element = *parts.reduction->type;
  plans::Problem problem = make_problem(plans::Operation::ReduceScatter, comm, 0);
  for (int i = 0; i < comm.size(); ++i) {
    check_count(recvcounts[i], "recvcounts");
    // Elements without bytes are left out, as in every other operation.
    problem.output_counts.push_back(element.size ? recvcounts[i] : 0);
  }
  const TypedRange block = user_range(recvbuf, recvcounts[comm.rank], type, "recvbuf");
  parts.input = scattered_input(sendbuf, block, plans::Blocks(problem.output_counts).total(), 1,
                                element, parts);
  parts.output = Buffer(recvbuf, 1, element);
  return make_irregular(comm, problem, std::move(parts));
}

CollectiveRef reduce_scatter_block(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                   MPI_Datatype type, MPI_Op op, Communicator& comm) {
  check_count(recvcount, "recvcount");
  if (comm.remote_group) {
    const std::vector<MPI_Count> counts(static_cast<std::size_t>(comm.size()), recvcount);
    return inter::reduce_scatter(sendbuf, recvbuf, counts.data(), type, op, comm);
  }
  Collective::Parts parts;
  parts.reduction.emplace(reduction(comm.task, op, type));
  const TypedRange block = user_range(recvbuf, recvcount, type, "recvbuf");
  parts.input =
      scattered_input(sendbuf, block, comm.size() * block.count, block.count, *block.type, parts);
  parts.output = Buffer(recvbuf, block.count, *block.type);
  parts.scratch_unit = block.count;
  const std::size_t bytes = block.bytes();
  return make_collective(comm, make_problem(plans::Operation::ReduceScatterBlock, comm, bytes),
                         bytes, std::move(parts));
}

}  // namespace bamboo::mpi
