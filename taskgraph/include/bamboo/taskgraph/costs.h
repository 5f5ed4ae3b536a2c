// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// The mean time of a run of each task in a trace that an earlier job wrote (BAMBOO_TRACE), in
/// seconds; for TaskHints::cost. The trace of several processes is one file for each, or the file
/// that `bamboo trace -o` makes of them. Throws std::runtime_error with the file's name where it
/// cannot be read or is no trace of Bamboo's.
std::unordered_map<TaskId, double> read_costs(const std::string& file);

}  // namespace bamboo
