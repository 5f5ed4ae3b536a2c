// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/task_list.h"

namespace bamboo {

/// Runnable tasks by priority: one list for each of 64 levels, and a bit mask of the levels that
/// are not empty. An operation at either end costs a few instructions for any number of tasks.
class ReadyQueue {
 public:
  static constexpr int levels = 64;
  static constexpr int nothing = -1;  ///< answer of top() besides a level

  /// The order of tasks with the same priority.
  enum class Order { Latest, Earliest };

  explicit ReadyQueue(Threads threads) : lock_(threads) {}

  static int level_of(const Task& task);

  void push(Task& task, Order order);
  /// Removes and returns the next task; null if the queue is empty.
  Task* pop();
  /// Removes a task at the other end of the level: the earliest task if pop() returns the latest.
  Task* steal();
  /// The level of what pop() would return, without the lock.
  int top() const {
    const std::uint64_t mask = occupied_.load(std::memory_order_relaxed);
    return mask != 0 ? 63 - __builtin_clzll(mask) : nothing;
  }

 private:
  template <Task* (TaskList::*pop_end)()>
  Task* pop_from();
  void set_occupied(std::uint64_t mask) { occupied_.store(mask, std::memory_order_relaxed); }

  SpinLock lock_;
  std::atomic<std::uint64_t> occupied_{0};
  std::array<TaskList, levels> lists_{};
};

}  // namespace bamboo
