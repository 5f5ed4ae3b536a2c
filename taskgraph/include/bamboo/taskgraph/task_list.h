// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/task.h"

namespace bamboo {

/// An intrusive list of ready tasks, which allocates no memory. A task is in at most one list. Not
/// thread-safe.
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
  /// The list must not be empty.
  Task* pop_front() {
    Task* task = head_;
    head_ = task->scheduling_.next;
    if (head_ == nullptr) tail_ = nullptr;
    return task;
  }
  /// The list must not be empty.
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
