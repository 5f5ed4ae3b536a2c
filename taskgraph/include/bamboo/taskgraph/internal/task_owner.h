// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace bamboo {

class Task;

/// The engine's interface to the graph that owns a task.
class TaskOwner {
 public:
  virtual ~TaskOwner() = default;
  /// Called on the task's worker when the task has finished. The owner may then destroy the task.
  virtual void finished(Task& task) = 0;
  /// "task 3 of graph 1": for messages.
  virtual std::string name_of(const Task& task) const = 0;
  /// The graph's, for traces.
  virtual std::uint32_t number() const { return 0; }
  /// The stack size of tasks that do not specify one.
  virtual std::size_t stack_bytes() const = 0;
};

}  // namespace bamboo
