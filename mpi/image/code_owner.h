// SPDX-License-Identifier: Apache-2.0
// Finds the rank whose copy of the program is running: the rank that a thread works for, if a rank
// has started it or ranks share it from a pool.
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

/// The code of a library that was loaded for this rank alone. `handle` is of dlopen().
void set_code_owner(void* handle, Task& rank);
/// Returns null if the code at the address belongs to no rank.
Task* code_owner(const void* address);

}  // namespace bamboo::mpi
