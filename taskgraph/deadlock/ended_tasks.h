// SPDX-License-Identifier: Apache-2.0
// Describes tasks that have ended: a task that waits for one of them waits forever.
#pragma once

#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// "ranks 0, 2-5 have ended". `noun`: of one task, "rank"; `tasks`: at least one, in ascending
/// order.
std::string ended_tasks(const std::string& noun, const std::vector<TaskId>& tasks);

}  // namespace bamboo
