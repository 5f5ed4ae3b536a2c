// SPDX-License-Identifier: Apache-2.0
// Ends a job when a host loses its network or its power. Without it the MPIs' launchers and the
// other processes may wait for hours.
#pragma once

#include "launch.h"

namespace bamboo::driver {

/// Starts a process next to this one, which is about to become the launcher (or to wait for it). It
/// listens to the processes of the job on other hosts until this one ends. When a host is silent
/// for BAMBOO_HOST_SECONDS, it reports that, lets the processes of the other hosts end, and ends
/// the launcher. The job's processes get BAMBOO_HOST_WATCH. Without a network, or with a time of 0,
/// there is no such process.
void watch_hosts(Launch& launch);

/// Whether the launcher may start processes on other hosts.
bool may_use_other_hosts(const Launch& launch);

}  // namespace bamboo::driver
