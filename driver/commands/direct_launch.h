// SPDX-License-Identifier: Apache-2.0
// The command lines of the launchers of batch systems.
#pragma once

#include "launch.h"

namespace bamboo::driver {

/// The command up to the program. launch.starter is no mpirun. Each process gets its part of the
/// cores of its node, within which its threads choose theirs.
Words direct_launch_command(const Launch& launch);

}  // namespace bamboo::driver
