// SPDX-License-Identifier: Apache-2.0
// prepare() checks the arguments of a collective and returns it ready to run. The blocking and the
// nonblocking function only differ in how they run it.
#pragma once

#include <mpi.h>

#include <memory>

#include "collectives/call_arguments.h"
#include "collectives/collective.h"

namespace bamboo::mpi {

using CollectiveRef = std::unique_ptr<Collective>;

/// Chooses the algorithm by the size of a block, plans (or finds the plan) and builds the
/// collective. For operations that no algorithm cuts into smaller parts than problem.count.
CollectiveRef make_collective(Communicator& comm, const plans::Problem& problem,
                              std::size_t block_bytes, Collective::Parts parts);
CollectiveRef make_collective(Communicator& comm, const plans::Selected& selected,
                              const plans::Problem& problem, Collective::Parts parts);
/// The algorithm for calls of this number of bytes (see plans::select()).
plans::Selected select(Communicator& comm, plans::Operation operation, std::size_t bytes);
/// Made by the first collective.
PlanCache& plan_cache(Communicator& comm);
/// An irregular operation's plan is made for this call only.
CollectiveRef make_irregular(Communicator& comm, const plans::Problem& problem,
                             Collective::Parts parts);
/// `operation` on `comm`, with blocks of one unit, or of none when a block has no bytes.
plans::Problem make_problem(plans::Operation operation, const Communicator& comm,
                            std::size_t block_bytes, int root = 0, bool in_place = false);

/// Broadcasts the data of the first of all parties, without a distinction of sides. `buffer`, of a
/// predefined type, changes during the task's own waits and tests.
CollectiveRef give_to_all(void* buffer, MPI_Count count, MPI_Datatype type, Communicator& comm);

}  // namespace bamboo::mpi
