// SPDX-License-Identifier: Apache-2.0
// What `bamboo run` does against a host that goes (its network, its power): the MPIs' launchers and
// the other processes may wait for it for hours.
#pragma once

#include <string>

#include "launch.h"

namespace bamboo::driver {

/// Starts a process beside this one, which is about to become the launcher (or to wait for it): it
/// listens to the processes of the job on other hosts until this one ends. When a host is silent
/// for `seconds`, it says so, lets the processes of the other hosts end, and ends the launcher.
///
/// Returns what the job's processes need to know (BAMBOO_HOST_WATCH); empty: there is no such
/// process, because there is no network.
std::string watch_hosts(double seconds);

/// Whether the launcher may start processes on other hosts.
bool may_use_other_hosts(const Launch& launch);

}  // namespace bamboo::driver
