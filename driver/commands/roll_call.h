// SPDX-License-Identifier: Apache-2.0
// The roll call of a job: in which calls its ranks are, when SIGUSR1 asks, or when nothing goes on.
#pragma once

#include "launch.h"

namespace bamboo::driver {

/// Starts a process that hears the job's processes and prints the roll calls. `watch`: the seconds
/// without progress after which the roll is called unasked; 0: never. Call it in the process that
/// becomes the launcher.
void call_roll(Launch& launch, double watch);

}  // namespace bamboo::driver
