// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// Lists of tasks, one behind the other in memory.
struct TaskLists {
  std::vector<std::size_t> begin{0};
  std::vector<TaskId> tasks;

  std::span<const TaskId> operator[](std::size_t index) const {
    return std::span(tasks).subspan(begin[index], begin[index + 1] - begin[index]);
  }
  /// Adds a list, ascending and each task once, and empties it.
  void add(std::vector<TaskId>& list) {
    std::ranges::sort(list);
    const auto repeated = std::ranges::unique(list);
    tasks.insert(tasks.end(), list.begin(), repeated.begin());
    begin.push_back(tasks.size());
    list.clear();
  }
};

}  // namespace bamboo
