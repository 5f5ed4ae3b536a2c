// SPDX-License-Identifier: Apache-2.0
// The user's settings of ranks and processes: BAMBOO_VF and BAMBOO_GEOMETRY. Values that mean
// nothing end the process with a message.
#pragma once

namespace bamboo::mpi {

struct Job;

/// How many ranks a process holds.
int virtualisation_factor();

/// Sets the job's geometry and the placement of its ranks.
void place(Job& job, int processes);

}  // namespace bamboo::mpi
