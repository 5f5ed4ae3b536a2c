// SPDX-License-Identifier: Apache-2.0
// How many cores a job has: on this machine, on the hosts that the user names, in the allocation of
// a batch system.
#pragma once

#include <optional>

#include "launch.h"

namespace bamboo::driver {

/// How many processors this process may use: its affinity, limited by its control group's quota.
int available_cores();

/// The number of cores that the launcher would fill with one process each. Returns nothing if the
/// user maps the processes, or lists hosts in a form that this function does not read. A host
/// without a number counts like this one, except that Open MPI counts one slot each time --host
/// lists it.
std::optional<int> cores_of_job(const Launch& launch);

}  // namespace bamboo::driver
