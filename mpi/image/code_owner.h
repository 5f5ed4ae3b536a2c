// SPDX-License-Identifier: Apache-2.0
// Finds the rank whose copy of the program is running, for a thread that a rank has started, or one
// of a pool that ranks share.
#pragma once

#include <link.h>

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

class RankLibraries;

/// The code of a library that was loaded for this rank alone.
void set_code_owner(const link_map* library, RankLibraries& rank);
void remove_code_owner(const link_map* library);
/// Returns null if the code at the address belongs to no rank.
RankLibraries* libraries_of_code(const void* address);
Task* code_owner(const void* address);
/// Returns null if the rank has no libraries of its own.
RankLibraries* libraries_of_rank(const Task* rank);

}  // namespace bamboo::mpi
