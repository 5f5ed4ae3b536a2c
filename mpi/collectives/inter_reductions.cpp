// SPDX-License-Identifier: Apache-2.0
// Reductions: the first rank of each group gets its group's result and gives it to the other group.
#include "collectives/arguments.h"
#include "collectives/composition.h"
#include "collectives/intercommunicator.h"
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

/// A buffer whose units are elements.
Buffer elements_of(TypedRange vector) {
  vector.count = 1;
  return Buffer(vector);
}

/// The side of a rank with one vector in sendbuf.
template <class Count>
TypedRange set_operand(Preparation& side, const void* sendbuf, Count count, MPI_Datatype type,
                       MPI_Op op) {
  refuse_in_place(sendbuf, "sendbuf");
  const ElementType element = side.reduction(op, type);
  const TypedRange vector = side.range(sendbuf, static_cast<MPI_Count>(count), element, "sendbuf");
  side.prepared.input = elements_of(vector);
  return vector;
}

TypedRange set_result(Preparation& side, void* recvbuf, MPI_Count count) {
  const TypedRange result = side.range(recvbuf, count, side.prepared.scratch_type, "recvbuf");
  side.prepared.output = elements_of(result);
  return result;
}

/// Elements without bytes are left out, as in every other operation.
std::size_t units(const TypedRange& vector) {
  return vector.type.size ? vector.count : 0;
}

}  // namespace

CollectiveRef prepare(const ReduceArguments& a) {
  check_count(a.count);
  const Role role = role_in(a.comm, a.root);
  Composition steps(a.comm);
  Preparation side(a.comm);
  if (role == Role::Leaf) {
    const std::size_t vector = units(set_operand(side, a.sendbuf, a.count, a.datatype, a.op));
    const Place result = reduce_group(steps, a.comm, vector);
    if (a.comm.rank == 0) steps.send(steps.party_of_remote(a.root), result, vector);
  } else if (role == Role::Root) {
    side.reduction(a.op, a.datatype);
    steps.receive(steps.party_of_remote(0), output, units(set_result(side, a.recvbuf, a.count)));
  }
  return steps.take(std::move(side.prepared));
}

CollectiveRef prepare(const AllreduceArguments& a) {
  check_count(a.count);
  Preparation side(a.comm);
  const TypedRange sent = set_operand(side, a.sendbuf, a.count, a.datatype, a.op);
  check_distinct(sent, set_result(side, a.recvbuf, a.count));
  const std::size_t vector = units(sent);
  Composition steps(a.comm);
  swap_results(steps, a.comm, reduce_group(steps, a.comm, vector), output, vector);
  steps.append(plans::find("bcast/binomial")->make(within_group(Operation::Bcast, a.comm, vector)),
               steps.parties(*a.comm.group));
  return steps.take(std::move(side.prepared));
}

CollectiveRef prepare(const Reduce_scatterArguments& a) {
  check_pointer(a.recvcounts, "recvcounts");
  std::size_t all = 0;
  for (int r = 0; r < a.comm.size(); r++) {
    check_count(a.recvcounts[r], "recvcounts");
    all += static_cast<std::size_t>(a.recvcounts[r]);
  }
  Preparation side(a.comm);
  const TypedRange sent = set_operand(side, a.sendbuf, all, a.datatype, a.op);
  const TypedRange result = set_result(side, a.recvbuf, a.recvcounts[a.comm.rank]);
  check_distinct(sent, result);
  const std::size_t vector = units(sent);
  Composition steps(a.comm);
  const Place mine = reduce_group(steps, a.comm, vector);
  const Place theirs = a.comm.rank == 0 ? steps.scratch(vector) : Place{};
  swap_results(steps, a.comm, mine, theirs, vector);
  plans::Problem problem = within_group(Operation::Scatterv, a.comm, units(result));
  for (int r = 0; r < a.comm.size(); r++)
    problem.input_counts.push_back(result.type.size ? a.recvcounts[r] : 0);
  steps.append(plans::find("scatterv/linear")->make(problem), steps.parties(*a.comm.group), theirs);
  return steps.take(std::move(side.prepared));
}

CollectiveRef prepare(const Reduce_scatter_blockArguments& a) {
  check_count(a.recvcount, "recvcount");
  const std::vector<MPI_Count> counts(static_cast<std::size_t>(a.comm.size()), a.recvcount);
  return prepare(
      Reduce_scatterArguments{a.sendbuf, a.recvbuf, counts.data(), a.datatype, a.op, a.comm});
}

}  // namespace bamboo::mpi::inter
