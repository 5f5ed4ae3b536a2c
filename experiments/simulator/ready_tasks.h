// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "input.h"

namespace simulator {

/// Runnable tasks of a node by the policy of the runtime's scheduler: highest priority first; among
/// equals the latest or the earliest; a pinned task before one that any worker may take.
class ReadyTasks {
 public:
  ReadyTasks(int workers, Order order) : order_(order), pinned_(workers) {}

  /// `worker`: the only one that may run it; none: any.
  void push(int task, int priority, std::optional<int> worker);
  std::optional<int> pop(int worker);

 private:
  using Queue = std::map<int, std::deque<int>>;  ///< by priority; no list is empty

  static void push(Queue& queue, int task, int priority, Order order);
  static int take(Queue& queue);

  const Order order_;
  Queue shared_;
  std::vector<Queue> pinned_;
};

}  // namespace simulator
