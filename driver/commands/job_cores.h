// SPDX-License-Identifier: Apache-2.0
// How many cores a job has: on this machine, on the hosts that the user names, in the allocation of
// a batch system.
#pragma once

#include <optional>

#include "launch.h"

namespace bamboo::driver {

/// How many processors this process may use: its affinity, limited by its control group's quota.
int available_cores();

/// What the launcher would fill with one process each. Nothing: the user maps the processes, or
/// names hosts in a way that is not read here. A host without a number is taken to be like this
/// one, except that Open MPI counts one for each time that --host names it.
std::optional<int> cores_of_job(const Launch& launch);

/// SLURM's short form of the hosts' processors: "16(x2),8" are 40.
std::optional<int> total_of_slurm(const std::string& per_node);

}  // namespace bamboo::driver
