// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo {

/// Ready tasks in a row, linked through the tasks themselves: it allocates nothing. A task stands
/// in one list at a time. Not for several threads at once.
class TaskList {
 public:
  bool empty() const { return head_ == nullptr; }

  void push_front(Task& task) {
    task.scheduling_.next = head_;
    (head_ == nullptr ? tail_ : head_->scheduling_.previous) = &task;
    head_ = &task;
  }
  void push_back(Task& task) {
    task.scheduling_.next = nullptr;
    task.scheduling_.previous = tail_;
    (head_ == nullptr ? head_ : tail_->scheduling_.next) = &task;
    tail_ = &task;
  }
  /// Not from an empty list.
  Task* pop_front() {
    Task* task = head_;
    head_ = task->scheduling_.next;
    if (head_ == nullptr) tail_ = nullptr;
    return task;
  }
  /// Not from an empty list.
  Task* pop_back() {
    if (head_ == tail_) return pop_front();
    Task* task = tail_;
    tail_ = task->scheduling_.previous;
    tail_->scheduling_.next = nullptr;
    return task;
  }

 private:
  Task* head_ = nullptr;
  Task* tail_ = nullptr;
};

}  // namespace bamboo
