// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// Says in words what tasks wait or look for, although some of them may still run.
///
/// A task can be described while no worker runs it, so while the caller holds Task::slice. One that
/// sleeps between two polls is hardly ever found off its stack: its worker describes it when it
/// comes back.
class WaitReport {
 public:
  explicit WaitReport(std::function<std::string(Task&)> describe)
      : describe_(std::move(describe)) {}

  /// nullopt: the task runs at the moment, so ask again a little later. Any thread may call it.
  std::optional<std::string> of(Task& task);
  /// Called by the worker that has just left the task and still holds its slice.
  void left(Task& task) {
    if (wanted_.load(std::memory_order_relaxed) > 0) [[unlikely]]
      describe_if_asked(task);
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Words {
    std::string text;
    Clock::time_point when;
    bool asked = false;
  };
  void describe_if_asked(Task& task);

  const std::function<std::string(Task&)> describe_;
  std::atomic<int> wanted_{0};  ///< tasks that were asked for and have not been left yet
  std::mutex mutex_;
  std::unordered_map<const Task*, Words> words_;  ///< of tasks that ran when they were asked for
};

/// The line above the tasks if some of them poll: such tasks may do other things, and stop when a
/// file exists or a time is reached.
std::string polling_warning(double seconds);

/// Names tasks that have ended, since a task that waits for one of them waits forever:
/// "ranks 0, 2-5 have ended". `noun`: of one task, "rank"; `tasks`: at least one, in ascending
/// order.
std::string ended_tasks(const std::string& noun, const std::vector<TaskId>& tasks);

}  // namespace bamboo
