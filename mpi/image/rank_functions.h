// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bamboo::mpi {

/// Returns the replacement, in a rank's program and its private libraries, for a function of the C
/// library that affects the whole process; null if there is none.
void* function_of_rank(std::string_view name);

}  // namespace bamboo::mpi
