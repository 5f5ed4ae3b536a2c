// SPDX-License-Identifier: Apache-2.0
// Reductions: the first rank of each group gets its group's result and gives it to the other group.
#include "collectives/arguments.h"
#include "collectives/composition.h"
#include "collectives/intercommunicator.h"
#include "collectives/reduction.h"
#include "errors/checks.h"

namespace bamboo::mpi::inter {
namespace {

using plans::Operation;
using plans::Place;

constexpr Place output{Place::Buffer::Output, 0};

plans::Problem within_group(Operation operation, const Communicator& comm, std::size_t count) {
  plans::Problem problem;
  problem.operation = operation;
  problem.rank = comm.rank;
  problem.size = comm.size();
  problem.count = count;
  return problem;
}

/// The group's result at its first rank.
Place reduce_group(Composition& steps, const Communicator& comm, std::size_t count) {
  const Place result = comm.rank == 0 ? steps.scratch(count) : Place{};
  const plans::Problem problem = within_group(Operation::Reduce, comm, count);
  steps.append(plans::find("reduce/tree")->make(problem), steps.parties(*comm.group),
               {Place::Buffer::Input, 0}, result);
  return result;
}

/// The first ranks swap the results of their groups.
void swap_results(Composition& steps, const Communicator& comm, Place mine, Place theirs,
                  std::size_t count) {
  if (comm.rank != 0) return;
  steps.send(steps.party_of_remote(0), mine, count);
  steps.receive(steps.party_of_remote(0), theirs, count);
}

/// One vector in sendbuf.
void set_operand(Collective::Parts& parts, const Communicator& comm, const void* sendbuf,
                 std::size_t count, MPI_Datatype type, MPI_Op op) {
  refuse_in_place(sendbuf, "sendbuf");
  parts.reduction.emplace(reduction(comm.task, op, type));
  check_buffer(sendbuf, count, *parts.reduction->type, "sendbuf");
  parts.input = Buffer(sendbuf, 1, *parts.reduction->type);
}

/// Elements without bytes are left out, as in every other operation.
std::size_t units(const Collective::Parts& parts, std::size_t count) {
  return parts.reduction->type->size ? count : 0;
}

}  // namespace

CollectiveRef reduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, int root, Communicator& comm) {
  check_count(count);
  const Role role = role_in(comm, root);
  Composition steps(comm);
  Collective::Parts parts;
  if (role == Role::Leaf) {
    set_operand(parts, comm, sendbuf, static_cast<std::size_t>(count), type, op);
    const std::size_t vector = units(parts, static_cast<std::size_t>(count));
    const Place result = reduce_group(steps, comm, vector);
    if (comm.rank == 0) steps.send(steps.party_of_remote(root), result, vector);
  } else if (role == Role::Root) {
    parts.reduction.emplace(reduction(comm.task, op, type));
    const TypedRange result = user_range(recvbuf, count, type, "recvbuf");
    parts.output = Buffer(recvbuf, 1, *result.type);
    steps.receive(steps.party_of_remote(0), output, units(parts, result.count));
  }
  return steps.take(std::move(parts));
}

CollectiveRef allreduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, Communicator& comm) {
  check_count(count);
  Collective::Parts parts;
  set_operand(parts, comm, sendbuf, static_cast<std::size_t>(count), type, op);
  const TypedRange result = user_range(recvbuf, count, type, "recvbuf");
  check_distinct({const_cast<void*>(sendbuf), result.count, result.type}, result);
  parts.output = Buffer(recvbuf, 1, *result.type);
  const std::size_t vector = units(parts, result.count);
  Composition steps(comm);
  swap_results(steps, comm, reduce_group(steps, comm, vector), output, vector);
  steps.append(plans::find("bcast/binomial")->make(within_group(Operation::Bcast, comm, vector)),
               steps.parties(*comm.group));
  return steps.take(std::move(parts));
}

CollectiveRef reduce_scatter(const void* sendbuf, void* recvbuf, Counts recvcounts,
                             MPI_Datatype type, MPI_Op op, Communicator& comm) {
  check_pointer(recvcounts, "recvcounts");
  std::size_t all = 0;
  for (int r = 0; r < comm.size(); r++) {
    check_count(recvcounts[r], "recvcounts");
    all += static_cast<std::size_t>(recvcounts[r]);
  }
  Collective::Parts parts;
  set_operand(parts, comm, sendbuf, all, type, op);
  const TypedRange result = user_range(recvbuf, recvcounts[comm.rank], type, "recvbuf");
  check_distinct({const_cast<void*>(sendbuf), all, result.type}, result);
  parts.output = Buffer(recvbuf, 1, *result.type);
  const std::size_t vector = units(parts, all);
  Composition steps(comm);
  const Place mine = reduce_group(steps, comm, vector);
  const Place theirs = comm.rank == 0 ? steps.scratch(vector) : Place{};
  swap_results(steps, comm, mine, theirs, vector);
  plans::Problem problem = within_group(Operation::Scatterv, comm, units(parts, result.count));
  for (int r = 0; r < comm.size(); r++)
    problem.input_counts.push_back(units(parts, static_cast<std::size_t>(recvcounts[r])));
  steps.append(plans::find("scatterv/linear")->make(problem), steps.parties(*comm.group), theirs);
  return steps.take(std::move(parts));
}

}  // namespace bamboo::mpi::inter
