// SPDX-License-Identifier: Apache-2.0
#include "scheduling/ready_queue.h"

#include <algorithm>
#include <mutex>

namespace bamboo {

int ReadyQueue::level_of(const Task& task) {
  return std::clamp(task.priority, -levels / 2, levels / 2 - 1) + levels / 2;
}

void ReadyQueue::List::push_front(Task& task) {
  task.next_ready = head;
  head = &task;
  if (tail == nullptr) tail = &task;
}

void ReadyQueue::List::push_back(Task& task) {
  task.next_ready = nullptr;
  (head == nullptr ? head : tail->next_ready) = &task;
  tail = &task;
}

Task* ReadyQueue::List::pop_front() {
  Task* task = head;
  head = task->next_ready;
  if (head == nullptr) tail = nullptr;
  task->next_ready = nullptr;
  return task;
}

void ReadyQueue::set_occupied(std::uint64_t mask) {
  // A thread that pushes looks for sleeping workers next. A worker that goes to sleep looks here
  // after it has announced that. Of these two pairs of a store and a load at least one must see the
  // other's, which needs the full barrier of a sequentially consistent store. A single thread needs
  // none.
  if (threads_ == Threads::Several) {
    occupied_.store(mask);
  } else {
    occupied_.store(mask, std::memory_order_relaxed);
  }
}

void ReadyQueue::push(Task& task, Order order) {
  const int level = level_of(task);
  std::lock_guard guard(lock_);
  if (order == Order::Latest) {
    lists_[level].push_front(task);
  } else {
    lists_[level].push_back(task);
  }
  set_occupied(occupied_.load(std::memory_order_relaxed) | std::uint64_t{1} << level);
}

void ReadyQueue::push_last(Task& task) {
  std::lock_guard guard(lock_);
  yielded_.push_back(task);
  yielded_waiting_.store(true);
}

Task* ReadyQueue::pop() {
  std::lock_guard guard(lock_);
  const std::uint64_t mask = occupied_.load(std::memory_order_relaxed);
  if (yielded_.head != nullptr && (mask == 0 || ++pops_ >= pops_between_yielded)) {
    pops_ = 0;
    Task* task = yielded_.pop_front();
    if (yielded_.head == nullptr) yielded_waiting_.store(false, std::memory_order_relaxed);
    return task;
  }
  if (mask == 0) return nullptr;
  const int level = 63 - __builtin_clzll(mask);
  Task* task = lists_[level].pop_front();
  if (lists_[level].head == nullptr) set_occupied(mask & ~(std::uint64_t{1} << level));
  return task;
}

}  // namespace bamboo
