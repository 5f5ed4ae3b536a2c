// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/task.h"

namespace bamboo {

/// Runnable tasks by priority: one list for each of 64 levels and a bit mask of those that are not
/// empty, so that both ends cost a few instructions however many tasks wait. Tasks that yielded
/// stand in a list of their own behind all levels; every 64th pop serves it first, so that two
/// tasks which keep waking each other do not starve a third that polls.
class ReadyQueue {
 public:
  static constexpr int levels = 64;
  static constexpr int nothing = -2, only_yielded = -1;  ///< answers of top() besides a level

  /// Which of several tasks of one priority comes first.
  enum class Order { Latest, Earliest };

  explicit ReadyQueue(Threads threads) : threads_(threads), lock_(threads) {}

  static int level_of(const Task& task);

  void push(Task& task, Order order);
  void push_last(Task& task);
  Task* pop();
  /// The level of what pop() would return, without the lock.
  int top() const {
    const std::uint64_t mask = occupied_.load();
    if (mask != 0) return 63 - __builtin_clzll(mask);
    return yielded_waiting_.load() ? only_yielded : nothing;
  }

 private:
  struct List {
    Task* head = nullptr;
    Task* tail = nullptr;
    void push_front(Task& task);
    void push_back(Task& task);
    Task* pop_front();
  };
  static constexpr int pops_between_yielded = 64;

  void set_occupied(std::uint64_t mask);

  const Threads threads_;
  SpinLock lock_;
  int pops_ = 0;
  std::atomic<std::uint64_t> occupied_{0};
  std::atomic<bool> yielded_waiting_{false};
  List yielded_;
  std::array<List, levels> lists_{};
};

}  // namespace bamboo
