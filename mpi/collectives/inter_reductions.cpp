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

CollectiveRef prepare(const ReduceArguments& a) {
  check_count(a.count);
  const Role role = role_in(a.comm, a.root);
  Composition steps(a.comm);
  Collective::Parts parts;
  if (role == Role::Leaf) {
    set_operand(parts, a.comm, a.sendbuf, static_cast<std::size_t>(a.count), a.datatype, a.op);
    const std::size_t vector = units(parts, static_cast<std::size_t>(a.count));
    const Place result = reduce_group(steps, a.comm, vector);
    if (a.comm.rank == 0) steps.send(steps.party_of_remote(a.root), result, vector);
  } else if (role == Role::Root) {
    parts.reduction.emplace(reduction(a.comm.task, a.op, a.datatype));
    const TypedRange result = user_range(a.recvbuf, a.count, a.datatype, "recvbuf");
    parts.output = Buffer(a.recvbuf, 1, *result.type);
    steps.receive(steps.party_of_remote(0), output, units(parts, result.count));
  }
  return steps.take(std::move(parts));
}

CollectiveRef prepare(const AllreduceArguments& a) {
  check_count(a.count);
  Collective::Parts parts;
  set_operand(parts, a.comm, a.sendbuf, static_cast<std::size_t>(a.count), a.datatype, a.op);
  const TypedRange result = user_range(a.recvbuf, a.count, a.datatype, "recvbuf");
  check_distinct({const_cast<void*>(a.sendbuf), result.count, result.type}, result);
  parts.output = Buffer(a.recvbuf, 1, *result.type);
  const std::size_t vector = units(parts, result.count);
  Composition steps(a.comm);
  swap_results(steps, a.comm, reduce_group(steps, a.comm, vector), output, vector);
  steps.append(plans::find("bcast/binomial")->make(within_group(Operation::Bcast, a.comm, vector)),
               steps.parties(*a.comm.group));
  return steps.take(std::move(parts));
}

CollectiveRef prepare(const Reduce_scatterArguments& a) {
  check_pointer(a.recvcounts, "recvcounts");
  std::size_t all = 0;
  for (int r = 0; r < a.comm.size(); r++) {
    check_count(a.recvcounts[r], "recvcounts");
    all += static_cast<std::size_t>(a.recvcounts[r]);
  }
  Collective::Parts parts;
  set_operand(parts, a.comm, a.sendbuf, all, a.datatype, a.op);
  const TypedRange result = user_range(a.recvbuf, a.recvcounts[a.comm.rank], a.datatype, "recvbuf");
  check_distinct({const_cast<void*>(a.sendbuf), all, result.type}, result);
  parts.output = Buffer(a.recvbuf, 1, *result.type);
  const std::size_t vector = units(parts, all);
  Composition steps(a.comm);
  const Place mine = reduce_group(steps, a.comm, vector);
  const Place theirs = a.comm.rank == 0 ? steps.scratch(vector) : Place{};
  swap_results(steps, a.comm, mine, theirs, vector);
  plans::Problem problem = within_group(Operation::Scatterv, a.comm, units(parts, result.count));
  for (int r = 0; r < a.comm.size(); r++)
    problem.input_counts.push_back(units(parts, static_cast<std::size_t>(a.recvcounts[r])));
  steps.append(plans::find("scatterv/linear")->make(problem), steps.parties(*a.comm.group), theirs);
  return steps.take(std::move(parts));
}

}  // namespace bamboo::mpi::inter
