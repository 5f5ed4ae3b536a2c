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

CollectiveRef prepare(const ReduceArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_root(a.comm, a.root);
  return of_vectors(plans::Operation::Reduce, a.comm, a.sendbuf, a.recvbuf, a.count, a.datatype,
                    a.op, a.root, a.comm.rank == a.root);
}

CollectiveRef prepare(const AllreduceArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  return of_vectors(plans::Operation::Allreduce, a.comm, a.sendbuf, a.recvbuf, a.count, a.datatype,
                    a.op, 0, true);
}

CollectiveRef prepare(const ScanArguments& a) {
  check_intracommunicator(a.comm);
  return of_vectors(plans::Operation::Scan, a.comm, a.sendbuf, a.recvbuf, a.count, a.datatype, a.op,
                    0, true);
}

CollectiveRef prepare(const ExscanArguments& a) {
  check_intracommunicator(a.comm);
  // Rank 0 has no predecessor: its recvbuf has no meaning unless it contains the contribution.
  const bool has_result = a.comm.rank != 0 || a.sendbuf == MPI_IN_PLACE;
  return of_vectors(plans::Operation::Exscan, a.comm, a.sendbuf, a.recvbuf, a.count, a.datatype,
                    a.op, 0, has_result);
}

CollectiveRef prepare(const Reduce_scatterArguments& a) {
  if (a.comm.remote_group) return inter::prepare(a);
  check_pointer(a.recvcounts, "recvcounts");
  Collective::Parts parts;
  parts.reduction.emplace(reduction(a.comm.task, a.op, a.datatype));
  const Datatype& element = *parts.reduction->type;
  plans::Problem problem = make_problem(plans::Operation::ReduceScatter, a.comm, 0);
  for (int i = 0; i < a.comm.size(); ++i) {
    check_count(a.recvcounts[i], "recvcounts");
    // Elements without bytes are left out, as in every other operation.
    problem.output_counts.push_back(element.size ? a.recvcounts[i] : 0);
  }
  const TypedRange block = user_range(a.recvbuf, a.recvcounts[a.comm.rank], a.datatype, "recvbuf");
  parts.input = scattered_input(a.sendbuf, block, plans::Blocks(problem.output_counts).total(), 1,
                                element, parts);
  parts.output = Buffer(a.recvbuf, 1, element);
  return make_irregular(a.comm, problem, std::move(parts));
}

CollectiveRef prepare(const Reduce_scatter_blockArguments& a) {
  check_count(a.recvcount, "recvcount");
  if (a.comm.remote_group) {
    const std::vector<MPI_Count> counts(static_cast<std::size_t>(a.comm.size()), a.recvcount);
    return inter::prepare(
        Reduce_scatterArguments{a.sendbuf, a.recvbuf, counts.data(), a.datatype, a.op, a.comm});
  }
  Collective::Parts parts;
  parts.reduction.emplace(reduction(a.comm.task, a.op, a.datatype));
  const TypedRange block = user_range(a.recvbuf, a.recvcount, a.datatype, "recvbuf");
  parts.input = scattered_input(a.sendbuf, block, a.comm.size() * block.count, block.count,
                                *block.type, parts);
  parts.output = Buffer(a.recvbuf, block.count, *block.type);
  parts.scratch_unit = block.count;
  const std::size_t bytes = block.bytes();
  return make_collective(a.comm, make_problem(plans::Operation::ReduceScatterBlock, a.comm, bytes),
                         bytes, std::move(parts));
}

}  // namespace bamboo::mpi
