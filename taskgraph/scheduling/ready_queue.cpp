// SPDX-License-Identifier: Apache-2.0
#include "scheduling/ready_queue.h"

#include <algorithm>
#include <mutex>

namespace bamboo {

int ReadyQueue::level_of(const Task& task) {
  return std::clamp(task.hints().priority, -levels / 2, levels / 2 - 1) + levels / 2;
}

void ReadyQueue::push(Task& task, Order order) {
  const int level = level_of(task);
  std::lock_guard guard(lock_);
  if (order == Order::Latest)
    lists_[level].push_front(task);
  else
    lists_[level].push_back(task);
  set_occupied(occupied_.load(std::memory_order_relaxed) | std::uint64_t{1} << level);
}

template <Task* (TaskList::*pop_end)()>
Task* ReadyQueue::pop_from() {
  std::lock_guard guard(lock_);
  const std::uint64_t mask = occupied_.load(std::memory_order_relaxed);
  if (mask == 0) return nullptr;
  const int level = 63 - __builtin_clzll(mask);
  Task* task = (lists_[level].*pop_end)();
  if (lists_[level].empty()) set_occupied(mask & ~(std::uint64_t{1} << level));
  return task;
}

Task* ReadyQueue::pop() {
  return pop_from<&TaskList::pop_front>();
}

Task* ReadyQueue::steal() {
  return pop_from<&TaskList::pop_back>();
}

}  // namespace bamboo
