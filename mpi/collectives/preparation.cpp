// SPDX-License-Identifier: Apache-2.0
#include "collectives/preparation.h"

#include <utility>

#include "collectives/undefined_reductions.h"
#include "objects/errhandler.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {
namespace {

/// The ranks of a process are one node.
plans::Locality locality_of(const Communicator& comm) {
  const Placement& placement = comm.task.graph().placement();
  std::vector<int> processes;
  for (int party = 0; party < comm.parties().size(); ++party)
    processes.push_back(placement.process_of(comm.parties().world_rank(party)));
  return plans::Locality(processes);
}

}  // namespace

PlanCache& plan_cache(Communicator& comm) {
  if (!comm.plan_cache) {
    const bool is_one = comm.task.graph().placement().processes() == 1;
    comm.plan_cache = std::make_shared<PlanCache>(
        is_one ? plans::LocalityShape{.size = comm.parties().size()} : locality_of(comm).shape());
  }
  return *comm.plan_cache;
}

ElementType Preparation::type(MPI_Datatype handle) {
  const Datatype& object = datatype(handle);
  // Predefined types are never freed, so their users are not counted: workers would wait for each
  // other at the counter.
  if (object.combiner != MPI_COMBINER_NAMED)
    prepared.types.push_back(object.weak_from_this().lock());
  return ElementType::of(object);
}

TypedRange Preparation::range(const void* buffer, MPI_Count count, const ElementType& type,
                              const char* name) const {
  if (count < 0) fail(MPI_ERR_COUNT, "the count of %s is %ld, must be 0 or more", name, count);
  check_buffer(buffer, static_cast<std::size_t>(count), *type.object, name);
  return {const_cast<void*>(buffer), static_cast<std::size_t>(count), type};
}

ElementType Preparation::reduction(MPI_Op op, MPI_Datatype handle) {
  const ElementType of = type(handle);
  auto& made =
      prepared.reduction.emplace(Collective::Reduction{operation_ref(op), TypeHandle(handle)});
  check_operation(*made.operation, *of.object);
  tolerate_reduction(comm.task, op, *made.operation, *of.object);
  return prepared.scratch_type = of;
}

void Preparation::choose(std::size_t bytes) {
  const plans::Operation operation = prepared.problem.operation;
  if (!selected_.algorithm)
    selected_ = plans::is_irregular(operation)
                    ? plans::Selected{&plans::select(operation, size, 0)}
                    : plans::select(operation, plan_cache(comm).shape, bytes);
  cuts_blocks = selected_.algorithm->cuts_blocks;
}

void Preparation::receive_apart(std::vector<TypedRange>& blocks, const void* recvbuf,
                                bool in_place) {
  const plans::Operation operation = prepared.problem.operation;
  const TypedRange own = in_place ? blocks[rank] : TypedRange{};
  const bool receives_own = !in_place || operation != plans::Operation::Gatherv;
  if (!receives_own) blocks[rank].count = 0;
  if (share_places(blocks, recvbuf)) {
    const auto wanted = std::exchange(blocks, prepared.packed(blocks));
    for (std::size_t i = 0; i < blocks.size(); ++i)
      prepared.at_end.push_back({blocks[i], wanted[i]});
    if (in_place && receives_own) prepared.at_begin.push_back({own, blocks[rank]});
  }
  if (!receives_own) blocks[rank] = own;
}

std::vector<TypedRange> Preparation::by_party(std::vector<TypedRange> blocks) const {
  if (!comm.remote_group) return blocks;
  std::vector<TypedRange> all(static_cast<std::size_t>(size));
  for (int r = 0; r < peers; r++)
    all[comm.parties().rank_of(comm.peers().world_rank(r))] = blocks[r];
  return all;
}

void Preparation::check_exchange(std::span<const TypedRange> sent,
                                 std::span<const TypedRange> received) const {
  for (std::size_t r = 0; r < sent.size(); ++r) mpi::check_distinct(sent[r], received[r]);
  if (!comm.remote_group) mpi::check_own_block(sent[rank].bytes(), received[rank].bytes());
}

bool Preparation::check_own_block(std::size_t sent, std::size_t received, bool awaits) {
  try {
    mpi::check_own_block(sent, received);
    return true;
  } catch (MpiError& error) {
    if (!awaits || ends_job(comm.errhandler)) throw;
    prepared.wrong = std::move(error);
    return false;
  }
}

CollectiveRef Preparation::take() {
  const plans::Problem& problem = prepared.problem;
  const auto make = [&] {
    return selected_.by_nodes ? by_nodes(*selected_.algorithm, problem, locality_of(comm))
                              : selected_.algorithm->make(problem);
  };
  // An irregular operation's plan is made for this call only.
  ScheduleRef schedule = plans::is_irregular(problem.operation)
                             ? std::make_shared<const plans::Schedule>(make())
                             : plan_cache(comm).get(selected_, problem, make);
  const int root = plans::has_root(problem.operation) ? problem.root : -1;
  return std::make_unique<Collective>(comm, std::move(schedule), std::move(prepared), root);
}

CollectiveRef give_to_all(void* buffer, MPI_Count count, MPI_Datatype type, Communicator& comm) {
  Preparation preparation(comm, plans::find("bcast/binomial"));
  const TypedRange data = preparation.range(buffer, count, preparation.type(type), "buffer");
  collectives::set_problem(preparation, plans::Operation::Bcast, data.bytes());
  auto& prepared = preparation.prepared;
  // Another rank may write into the copy at any time, but the task alone into the buffer.
  const TypedRange copy = prepared.memory(data.count, data.type);
  prepared.output = Buffer(copy);
  if (comm.party() == 0)
    prepared.at_begin.push_back({data, copy});
  else
    prepared.at_end.push_back({copy, data});
  return preparation.take();
}

}  // namespace bamboo::mpi
