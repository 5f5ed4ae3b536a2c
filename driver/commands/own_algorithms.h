// SPDX-License-Identifier: Apache-2.0
// Whether an installed MPI lets the library of plans try the MPI's own algorithms.
#pragma once

#include <string>

#include "launch.h"

namespace bamboo::driver {

/// Sets what the MPI needs for that, unless the user has set how it chooses. Returns what was done;
/// empty: this MPI needs nothing, or nothing may choose one. Call it when BAMBOO_PLANS is final.
std::string allow_own_algorithms(Launch& launch);

}  // namespace bamboo::driver
