// SPDX-License-Identifier: Apache-2.0
// Ranks that have left their main function, in words: a rank that waits for one of them waits in
// vain.
#pragma once

#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo::mpi {

/// "ranks 0, 2-5 have ended". `ranks`: at least one, in ascending order.
std::string describe_ended(const std::vector<TaskId>& ranks);

}  // namespace bamboo::mpi
