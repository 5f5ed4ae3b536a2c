// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "bamboo/taskgraph/internal/job_clock.h"

namespace bamboo {

/// Compares every process's clock with process 0's. Collective.
JobClock compare_clocks(MPI_Comm comm);

}  // namespace bamboo
