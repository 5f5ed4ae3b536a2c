// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "collectives/operations.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

/// -1 where the operation has none.
int root_of(const plans::Problem& problem) {
  switch (problem.operation) {
    case plans::Operation::Bcast:
    case plans::Operation::Gather:
    case plans::Operation::Gatherv:
    case plans::Operation::Scatter:
    case plans::Operation::Scatterv:
    case plans::Operation::Reduce:
      return problem.root;
    default:
      return -1;
  }
}

/// The ranks of a process are one node.
plans::Locality locality_of(const Communicator& comm) {
  const Placement& placement = comm.task.graph().placement();
  std::vector<int> processes;
  for (int party = 0; party < comm.parties().size(); ++party)
    processes.push_back(placement.process_of(comm.parties().world_rank(party)));
  return plans::Locality(processes);
}

}  // namespace

plans::Problem make_problem(plans::Operation operation, const Communicator& comm,
                            std::size_t block_bytes, int root, bool in_place) {
  plans::Problem problem;
  problem.operation = operation;
  problem.rank = comm.party();
  problem.size = comm.parties().size();
  problem.root = root;
  problem.in_place = in_place;
  problem.count = block_bytes == 0 ? 0 : 1;
  return problem;
}

PlanCache& plan_cache(Communicator& comm) {
  if (!comm.plan_cache) {
    const bool is_one = comm.task.graph().placement().processes() == 1;
    comm.plan_cache = std::make_shared<PlanCache>(
        is_one ? plans::LocalityShape{.size = comm.parties().size()} : locality_of(comm).shape());
  }
  return *comm.plan_cache;
}

plans::Selected select(Communicator& comm, plans::Operation operation, std::size_t bytes) {
  return plans::select(operation, plan_cache(comm).shape, bytes);
}

CollectiveRef make_collective(Communicator& comm, const plans::Selected& selected,
                              const plans::Problem& problem, Collective::Parts parts) {
  ScheduleRef schedule = plan_cache(comm).get(selected, problem, [&] {
    return selected.by_nodes ? by_nodes(*selected.algorithm, problem, locality_of(comm))
                             : selected.algorithm->make(problem);
  });
  return std::make_unique<Collective>(comm, std::move(schedule), std::move(parts),
                                      root_of(problem));
}

CollectiveRef make_collective(Communicator& comm, const plans::Problem& problem,
                              std::size_t block_bytes, Collective::Parts parts) {
  return make_collective(comm, select(comm, problem.operation, block_bytes), problem,
                         std::move(parts));
}

CollectiveRef make_irregular(Communicator& comm, const plans::Problem& problem,
                             Collective::Parts parts) {
  const plans::Algorithm& algorithm = plans::select(problem.operation, problem.size, 0);
  return std::make_unique<Collective>(
      comm, std::make_shared<const plans::Schedule>(algorithm.make(problem)), std::move(parts),
      root_of(problem));
}

}  // namespace bamboo::mpi
