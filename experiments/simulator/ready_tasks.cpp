// SPDX-License-Identifier: Apache-2.0
#include "ready_tasks.h"

#include <iterator>

namespace simulator {

void ReadyTasks::push(int task, int priority, std::optional<int> worker) {
  push(worker ? pinned_[*worker] : shared_, task, priority, order_);
}

std::optional<int> ReadyTasks::pop(int worker) {
  Queue& own = pinned_[worker];
  if (own.empty() && shared_.empty()) return std::nullopt;
  const bool pinned =
      shared_.empty() || (!own.empty() && own.rbegin()->first >= shared_.rbegin()->first);
  return take(pinned ? own : shared_);
}

void ReadyTasks::push(Queue& queue, int task, int priority, Order order) {
  std::deque<int>& list = queue[priority];
  order == Order::Lifo ? list.push_front(task) : list.push_back(task);
}

int ReadyTasks::take(Queue& queue) {
  const auto highest = std::prev(queue.end());
  const int task = highest->second.front();
  highest->second.pop_front();
  if (highest->second.empty()) queue.erase(highest);
  return task;
}

}  // namespace simulator
