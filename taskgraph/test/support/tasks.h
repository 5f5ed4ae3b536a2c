// SPDX-License-Identifier: Apache-2.0
// Tasks for tests: a body given as a function, messages as a counter.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/stackful_task.h"

namespace bamboo::test {

class FunctionTask : public StackfulTask {
 public:
  using Body = std::function<void(FunctionTask&)>;
  FunctionTask(TaskId id, Body body, std::size_t stack_bytes = 0)
      : StackfulTask(id, stack_bytes), body_(std::move(body)) {}

  void inject(Message*) override {}

  /// A message without content: any task, any thread.
  void signal() {
    bool fires = false;
    {
      std::lock_guard guard(lock_);
      ++arrived_;
      if (waiting_for_ > 0 && arrived_ >= waiting_for_) {
        waiting_for_ = 0;
        fires = rule().satisfy();
      }
    }
    if (fires) Engine::current()->ready(*this);
  }
  /// Suspends until n signals are there, and takes them.
  void wait(int n) {
    {
      std::lock_guard guard(lock_);
      waiting_for_ = arrived_ >= n ? 0 : n;
      rule().arm(waiting_for_ > 0 ? 1 : 0);
    }
    suspend();
    std::lock_guard guard(lock_);
    arrived_ -= n;
  }
  using StackfulTask::finish;

 protected:
  void body() override { body_(*this); }

 private:
  Body body_;
  SpinLock lock_;
  int arrived_ = 0, waiting_for_ = 0;
};

inline FunctionTask& add(Engine& engine, TaskId id, FunctionTask::Body body,
                         std::size_t stack = 0) {
  auto task = std::make_unique<FunctionTask>(id, std::move(body), stack);
  FunctionTask& result = *task;
  engine.add(std::move(task));
  return result;
}

inline EngineOptions with_workers(int workers) {
  EngineOptions options;
  options.workers = workers;
  options.stack_bytes = 256u << 10;
  return options;
}

}  // namespace bamboo::test
