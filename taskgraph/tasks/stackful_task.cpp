// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/stackful_task.h"

#include "contexts/context.h"

namespace bamboo {

StackfulTask::StackfulTask(TaskGraph& graph, TaskId id, std::size_t stack_bytes)
    : Task(graph, id), stack_bytes_(stack_bytes) {}

StackfulTask::StackfulTask(TaskOwner& owner, TaskId id, std::size_t stack_bytes, Threads threads)
    : Task(owner, id, threads), stack_bytes_(stack_bytes) {}

StackfulTask::~StackfulTask() = default;

void StackfulTask::start(void* self) {
  auto& task = *static_cast<StackfulTask*>(self);
  try {
    task.body();
  } catch (...) {
    task.exception_ = std::current_exception();
  }
  task.finish();
}

void StackfulTask::execute() {
  // The stack is allocated at the task's first run, so that its memory is near the worker's core.
  if (context_ == nullptr) context_ = std::make_unique<Context>(stack_bytes(), &start, this);
  context_->resume();
  if (!finished_) return;
  context_.reset();
  if (exception_) std::rethrow_exception(exception_);  // now on the worker's stack
}

void StackfulTask::suspend() {
  leaves_thread();
  context_->leave();
  enters_thread();
}

void StackfulTask::yield() {
  leaves_thread();
  rule().arm(0);
  gave_way = true;
  context_->leave();
  enters_thread();
}

void StackfulTask::finish() {
  finished_ = true;
  context_->end();
}

bool StackfulTask::allow_code_on_stack() {
  return context_->stack().allow_code();
}

bool StackfulTask::in_guard(const void* address) const {
  return context_ != nullptr && context_->stack().in_guard(address);
}

StackView StackfulTask::stack() const {
  const Stack& stack = context_->stack();
  return {context_->saved_registers(), stack.bottom(), stack.top()};
}

std::size_t StackfulTask::stack_bytes() const {
  return stack_bytes_ != 0 ? stack_bytes_ : owner().stack_bytes();
}

}  // namespace bamboo
