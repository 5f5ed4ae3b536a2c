// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// The mean time of a run of each task of a graph in a trace that an earlier job wrote
/// (BAMBOO_TRACE), in seconds; for TaskHints::cost. `graph`: its name, of several the first one;
/// empty: the first graph of the job. The trace of several processes is one file for each, or the
/// file that `bamboo trace -o` makes of them. Throws std::runtime_error with the file's name where
/// it cannot be read, is no trace of Bamboo's, or has no such graph.
std::unordered_map<TaskId, double> read_costs(const std::string& file,
                                              const std::string& graph = {});

}  // namespace bamboo
