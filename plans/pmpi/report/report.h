// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was planned and what was not, by call site.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "arguments/call.h"
#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

class Communicator;

/// Adds a call to its site's sums; `algorithm` null: the installed MPI's own. `asked`: what of it
/// is known beyond its bytes, or null. Any thread.
void record(const Call& call, Communicator& communicator, std::size_t bytes,
            const Algorithm* algorithm, double seconds, const Problem* asked);
/// The same where nothing but the number of processes is known: behind a request. Of a persistent
/// one each start is a call, when it is planned; else its making is the only one.
void record(const Call& call, int processes, std::size_t bytes, const Algorithm* algorithm,
            double seconds);

/// Of a call that the installed MPI has served. Any thread.
void record(const UnplannableCall& call, double seconds);

/// Collective over MPI_COMM_WORLD, at the end: a table on the first process's standard error with
/// BAMBOO_PLANS=report, and JSON in the file that BAMBOO_PLANS_JSON names.
void write_report();

}  // namespace bamboo::plans::pmpi
