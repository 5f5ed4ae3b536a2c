// SPDX-License-Identifier: Apache-2.0
// Tasks for tests: a body given as a function, messages as a counter.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/stackful_task.h"
#include "engine/engine.h"

namespace bamboo::test {

/// Of the EngineJob, of which there is one at a time.
inline Engine* engine_of_job = nullptr;

class FunctionTask : public StackfulTask {
 public:
  using Body = std::function<void(FunctionTask&)>;
  FunctionTask(TaskOwner& owner, TaskId id, Body body, std::size_t stack_bytes = 0)
      : StackfulTask(owner, id, stack_bytes, Threads::Several), body_(std::move(body)) {}

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
    if (fires) engine_of_job->ready(*this);
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

/// The owner of tasks that no engine runs.
inline TaskOwner& no_owner() {
  struct NoOwner final : TaskOwner {
    void finished(Task&) override {}
    std::size_t stack_bytes() const override { return 64u << 10; }
    std::string name_of(const Task& task) const override {
      return "task " + std::to_string(task.id());
    }
  };
  static NoOwner owner;
  return owner;
}

inline RuntimeOptions with_workers(int workers) {
  RuntimeOptions options;
  options.workers = workers;
  options.stack_bytes = 256u << 10;
  return options;
}

/// An engine, without a transport if not given one, and tasks that it runs once.
class EngineJob final : public TaskOwner {
 public:
  explicit EngineJob(const RuntimeOptions& options)
      : EngineJob(options, nullptr, ThreadPlan::decide(options, nullptr)) {}
  EngineJob(const RuntimeOptions& options, Messenger* messenger, const ThreadPlan& plan)
      : engine_(options, messenger, plan, [this] { return waits(); }) {
    engine_of_job = &engine_;
  }
  ~EngineJob() override { engine_of_job = nullptr; }
  EngineJob(const EngineJob&) = delete;
  EngineJob& operator=(const EngineJob&) = delete;

  FunctionTask& add(TaskId id, FunctionTask::Body body, std::size_t stack = 0) {
    auto task = std::make_unique<FunctionTask>(*this, id, std::move(body), stack);
    FunctionTask& result = *task;
    add(std::move(task));
    return result;
  }
  void add(std::unique_ptr<Task> task) { tasks_.push_back(std::move(task)); }
  void run() {
    unfinished_ = static_cast<int>(tasks_.size());
    engine_.submit(tasks_);
    engine_.work_until_zero(unfinished_);
    engine_.stop();
    engine_.write_trace();
  }
  Statistics statistics() const { return engine_.statistics(); }
  void count_local_message(std::size_t bytes, int copies) {
    engine_.count_local_message(bytes, copies);
  }

 private:
  void finished(Task&) override {
    if (unfinished_.fetch_sub(1) == 1) engine_.wake_first_worker();
  }
  std::string name_of(const Task& task) const override {
    return "task " + std::to_string(task.id());
  }
  std::size_t stack_bytes() const override { return engine_.options().stack_bytes; }
  std::optional<std::string> waits() {
    std::string text;
    for (const auto& task : tasks_) {
      if (task->state == Task::State::Finished) continue;
      const auto words = engine_.describe(*task);
      if (!words) return std::nullopt;
      text += *words + "\n";
    }
    return text;
  }

  Engine engine_;
  std::vector<std::unique_ptr<Task>> tasks_;
  std::atomic<int> unfinished_{0};
};

}  // namespace bamboo::test
