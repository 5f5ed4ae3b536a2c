// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "collectives/operations.h"

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

CollectiveRef make_collective(Communicator& comm, const plans::Algorithm& algorithm,
                              const plans::Problem& problem, Collective::Parts parts) {
  if (!comm.plan_cache) comm.plan_cache = std::make_shared<PlanCache>();
  return std::make_unique<Collective>(comm, comm.plan_cache->get(algorithm, problem),
                                      std::move(parts), root_of(problem));
}

CollectiveRef make_collective(Communicator& comm, const plans::Problem& problem,
                              std::size_t block_bytes, Collective::Parts parts) {
  return make_collective(comm, plans::select(problem.operation, problem.size, block_bytes), problem,
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
