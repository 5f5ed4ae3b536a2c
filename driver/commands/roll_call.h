// SPDX-License-Identifier: Apache-2.0
// The roll call of a job: in which calls its ranks are, when SIGUSR1 asks, or when nothing goes on.
#pragma once

#include "launch.h"

namespace bamboo::driver {

/// Starts a process that receives the reports of the job's processes and prints roll calls. `watch`
/// is the number of seconds without progress after which a roll call begins by itself; 0: never.
/// Call it in the process that becomes the launcher.
void call_roll(Launch& launch, double watch);

}  // namespace bamboo::driver
