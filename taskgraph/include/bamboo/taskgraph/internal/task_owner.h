// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace bamboo {

class Task;

/// What the engine, which knows no graph, tells and asks about a task.
class TaskOwner {
 public:
  virtual ~TaskOwner() = default;
  /// The task has finished. On its worker; the task may be destroyed from here on.
  virtual void finished(Task& task) = 0;
  /// "task 3 of graph 1": for messages.
  virtual std::string name_of(const Task& task) const = 0;
  /// The graph's, for traces.
  virtual std::uint32_t number() const { return 0; }
  /// Of the stacks of its tasks, where these do not say it themselves.
  virtual std::size_t stack_bytes() const = 0;
};

}  // namespace bamboo
