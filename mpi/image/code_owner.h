// SPDX-License-Identifier: Apache-2.0
// Which rank's copy of the program is running: tells of a thread that a rank has started, or one of
// a pool that ranks share, for whom it works.
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

/// The code of a library that was loaded for this rank alone. `handle` is of dlopen().
void set_code_owner(void* handle, Task& rank);
/// Null: the code at the address belongs to no rank.
Task* code_owner(const void* address);

}  // namespace bamboo::mpi
