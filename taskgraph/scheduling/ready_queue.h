// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/task_list.h"

namespace bamboo {

/// Runnable tasks by priority: one list for each of 64 levels and a bit mask of those that are not
/// empty, so that both ends cost a few instructions however many tasks wait.
class ReadyQueue {
 public:
  static constexpr int levels = 64;
  static constexpr int nothing = -1;  ///< answer of top() besides a level

  /// Which of several tasks of one priority comes first.
  enum class Order { Latest, Earliest };

  explicit ReadyQueue(Threads threads) : lock_(threads) {}

  static int level_of(const Task& task);

  void push(Task& task, Order order);
  /// Null: the queue is empty.
  Task* pop();
  /// The same from the other end of the level: the earliest task, where the latest is popped.
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
