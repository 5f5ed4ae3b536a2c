// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>

#include "bamboo/taskgraph/task.h"

namespace bamboo {

class Context;  // contexts/context.h: a stack and the registers saved on it (Boost.Context)

/// A task's stack, for debuggers.
struct StackView {
  /// Points to the address of the registers that Boost.Context saves while the task does not run.
  void* const* registers = nullptr;
  const void* bottom = nullptr;
  const void* top = nullptr;
};

/// A task that can stop in the middle: body() runs on its own stack and may call suspend().
/// execute() continues it until its next suspension or its end.
class StackfulTask : public Task {
 public:
  /// `stack_bytes` 0: the run-time option BAMBOO_STACK_SIZE.
  StackfulTask(TaskGraph& graph, TaskId id, std::size_t stack_bytes = 0);
  ~StackfulTask() override;

  void execute() final;
  bool finished() const final { return finished_; }

  void restart() override { finished_ = false; }

 protected:
  StackfulTask(TaskOwner& owner, TaskId id, std::size_t stack_bytes, Threads threads);
  virtual void body() = 0;
  /// Called before and after each suspension, on the task's own stack, to move thread-local state
  /// with the task.
  virtual void leaves_thread() {}
  virtual void enters_thread() {}
  /// For code that a compiler puts on the stack (nested functions of GNU C). Returns false on
  /// failure and sets errno.
  bool allow_code_on_stack();

 public:
  /// Called on the task's own stack, after rule().arm(n). Returns when the rule was satisfied,
  /// perhaps on another worker. Saves errno; the floating-point environment goes with the context.
  void suspend();
  /// Runs every other runnable task of this worker once and polls the transport. For loops over
  /// Test and Iprobe.
  void yield();
  /// Ends the task from within any depth of its stack without unwinding it (exit() in a rank).
  [[noreturn]] void finish();

  /// Whether `address` is in the guard pages below this task's stack.
  bool in_guard(const void* address) const;
  /// The stack of a task that has begun.
  StackView stack() const;
  std::size_t stack_bytes() const;

 private:
  static void start(void* self);

  std::size_t stack_bytes_;
  std::unique_ptr<Context> context_;
  bool finished_ = false;
  std::exception_ptr exception_;  ///< that left body()
};

}  // namespace bamboo
