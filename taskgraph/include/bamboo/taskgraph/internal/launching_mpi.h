// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo {

/// "openmpi", "mpich" or "" (no launcher), from the environment that launchers leave.
std::string launching_mpi();

}  // namespace bamboo
