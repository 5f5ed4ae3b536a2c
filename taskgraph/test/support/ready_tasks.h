// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "test/support/tasks.h"

namespace bamboo::test {

/// Tasks 0 … n-1 for tests of schedulers. No task runs.
class ReadyTasks {
 public:
  explicit ReadyTasks(int n) {
    for (TaskId id = 0; id < n; ++id) tasks_.push_back(std::make_unique<Idle>(id));
  }
  Task& operator[](int id) const { return *tasks_[id]; }
  std::span<const std::unique_ptr<Task>> all() const { return tasks_; }
  std::vector<TaskId> ids() const {
    std::vector<TaskId> result(tasks_.size());
    std::iota(result.begin(), result.end(), 0);
    return result;
  }

 private:
  class Idle final : public Task {
   public:
    explicit Idle(TaskId id) : Task(no_owner(), id, Threads::Several) {}
    void inject(Message*) override {}
    void execute() override {}
    bool finished() const override { return false; }
  };
  std::vector<std::unique_ptr<Task>> tasks_;
};

}  // namespace bamboo::test
