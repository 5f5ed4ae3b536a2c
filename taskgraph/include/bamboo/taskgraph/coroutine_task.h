// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <coroutine>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"

namespace bamboo {

class CoroutineTask;

/// The coroutine of a task: what CoroutineTask::body() returns.
class Routine {
 public:
  class promise_type;

  Routine(Routine&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Routine& operator=(Routine&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Routine() {
    if (handle_) handle_.destroy();
  }

 private:
  friend class CoroutineTask;
  Routine() = default;
  explicit Routine(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

/// A task whose body is a coroutine: it keeps its place and its local variables while it waits, and
/// needs no stack of its own.
///
///     class Relaxation final : public CoroutineTask {
///       using CoroutineTask::CoroutineTask;
///       Routine body() override {
///         for (double change = 1; change > 1e-6;) {
///           put_value(left_, 0, mesh_.front());
///           put_value(right_, 0, mesh_.back());
///           auto [left, right] = co_await receive(left_, right_);
///           change = co_await reduce(relax(left->values<double>(), right->values<double>()),
///                                    Maximum());
///         }
///       }
///     };
///
/// body() begins at the first run of the task, or where init() sets a rule, when it is met. Between
/// two co_awaits it runs without a stop, as run() of a DataTask does. While it waits, its worker
/// runs other tasks; it may go on on another worker, so no lock is held over a co_await. The task
/// ends with its body. An exception that leaves the body ends the job with the task's name, and
/// everything that a DataTask may do and must not do holds.
class CoroutineTask : public DataTask {
 public:
  using DataTask::DataTask;

  /// Destroys what is left of the coroutine. See DataTask::restart().
  void restart() override {
    routine_ = {};
    DataTask::restart();
  }

 protected:
  virtual Routine body() = 0;

  /// Messages of tasks that a coroutine waits for: the operand of co_await. It yields the earliest
  /// message of each task that the coroutine has not taken yet, in the order of the tasks. Messages
  /// of one task come in the order in which it has sent them, so no tag keeps the steps apart.
  template <class Sources>
  class Received {
   public:
    Received(CoroutineTask& task, Sources sources) : task_(task), sources_(std::move(sources)) {}
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) {
      const std::span<const TaskId> all(sources_);
      task_.needs(Rule::all_of(all));
    }
    auto await_resume() {
      auto messages = places();
      for (std::size_t i = 0; i < messages.size(); ++i) messages[i] = task_.take(sources_[i]);
      return messages;
    }

   private:
    auto places() const {
      if constexpr (std::same_as<Sources, std::span<const TaskId>>)
        return std::vector<std::unique_ptr<DataMessage>>(sources_.size());
      else
        return std::array<std::unique_ptr<DataMessage>, std::tuple_size_v<Sources>>();
    }

    CoroutineTask& task_;
    Sources sources_;
  };

  /// `auto [a, b] = co_await receive(left, right);`: an array of messages. Each task is named once.
  template <std::convertible_to<TaskId>... Tasks>
  auto receive(Tasks... tasks) {
    return Received(*this, std::array<TaskId, sizeof...(Tasks)>{static_cast<TaskId>(tasks)...});
  }
  /// `for (auto& face : co_await receive(graph().sources(id())))`: a vector of messages. The list
  /// stays as it is until they are here.
  auto receive(std::span<const TaskId> tasks) { return Received(*this, tasks); }

 private:
  friend class Routine::promise_type;
  void run() final;

  Routine routine_;
};

class Routine::promise_type {
 public:
  Routine get_return_object() {
    return Routine(std::coroutine_handle<promise_type>::from_promise(*this));
  }
  std::suspend_always initial_suspend() const { return {}; }
  std::suspend_always final_suspend() const noexcept { return {}; }
  void return_void() {}
  void unhandled_exception() { exception_ = std::current_exception(); }

  /// `double sum = co_await reduce(x);`: the result of a collective call. Several values of a call
  /// come as a vector; who wants no copy keeps the future, and reads it after `co_await future`.
  template <class T>
  auto await_transform(Future<T> future) {
    return AwaitedFuture<T>{{*task_, future}, future};
  }
  /// `co_await Rule::count(3);`: until a rule is met. The messages are there for take().
  auto await_transform(Rule rule) { return AwaitedRule{*task_, std::move(rule)}; }
  template <class Sources>
  auto await_transform(CoroutineTask::Received<Sources> received) {
    return received;
  }

 private:
  friend class CoroutineTask;
  struct AwaitedRule {
    CoroutineTask& task;
    Rule rule;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) { task.needs(std::move(rule)); }
    void await_resume() const {}
  };
  template <class T>
  struct AwaitedFuture : AwaitedRule {
    Future<T> future;
    bool await_ready() const { return future.ready(); }
    auto await_resume() const { return value(future); }
  };
  template <class T>
  static T value(const Future<T>& future) {
    return future.get();
  }
  template <class T>
  static std::vector<T> value(const Future<std::span<const T>>& future) {
    return {future.get().begin(), future.get().end()};
  }

  CoroutineTask* task_ = nullptr;  ///< set before the first resumption
  std::exception_ptr exception_;
};

inline void CoroutineTask::run() {
  if (!routine_.handle_) {
    routine_ = body();
    routine_.handle_.promise().task_ = this;
  }
  routine_.handle_.resume();
  if (!routine_.handle_.done()) return;
  const Routine ended = std::exchange(routine_, {});
  if (ended.handle_.promise().exception_)
    std::rethrow_exception(ended.handle_.promise().exception_);
  finish();
}

}  // namespace bamboo
