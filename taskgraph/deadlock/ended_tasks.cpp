// SPDX-License-Identifier: Apache-2.0
#include "deadlock/ended_tasks.h"

#include <cstddef>

namespace bamboo {

std::string ended_tasks(const std::string& noun, const std::vector<TaskId>& tasks) {
  std::string text;
  for (std::size_t first = 0, last; first < tasks.size(); first = last + 1) {
    for (last = first; last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1;) ++last;
    if (first > 0) text += ", ";
    text += std::to_string(tasks[first]);
    if (last > first) text += (last > first + 1 ? "-" : ", ") + std::to_string(tasks[last]);
  }
  return tasks.size() == 1 ? noun + " " + text + " has ended" : noun + "s " + text + " have ended";
}

}  // namespace bamboo
