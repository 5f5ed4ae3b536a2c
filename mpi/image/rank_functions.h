// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bamboo::mpi {

/// For functions of the C library that concern the whole process, what stands for them in the
/// program of a rank and in its private libraries; null: there is no such function.
void* function_of_rank(std::string_view name);

}  // namespace bamboo::mpi
