// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "bamboo/taskgraph/internal/collective_call.h"
#include "bamboo/taskgraph/rule.h"

namespace bamboo {

/// The part of a future that does not depend on the type of its value.
class AnyFuture {
 public:
  /// Without a call: never ready.
  AnyFuture() = default;
  AnyFuture(std::shared_ptr<const CollectiveResult> result, std::uint32_t call)
      : result_(std::move(result)), call_(call) {}

  /// Whether the result is here. Any thread.
  bool ready() const { return result_ != nullptr && result_->here.load(std::memory_order_acquire); }
  /// The firing rule that the result meets: `needs(total)`, `needs(Rule::count(2) && total)`. It is
  /// met for good, so the task that has got the result sets another rule. Throws std::logic_error
  /// where there was no call.
  operator Rule() const;  // NOLINT(google-explicit-constructor): a future is a rule

 protected:
  /// Throws std::logic_error if the result is not here.
  const Buffer& value() const;

 private:
  std::shared_ptr<const CollectiveResult> result_;
  std::uint32_t call_ = 0;  ///< of the task in this run, from 1
};

/// A value that a collective call of a task will have: DataTask::reduce(), broadcast(), barrier().
///
///     total_ = reduce(mine);        // in one run() of the task
///     needs(total_);
///     …
///     use(total_.get());            // in a later one
///
/// It belongs to the task that has made the call and to the present run of the graph. Copies are
/// cheap. All tasks of a process share the memory of the value, which does not change. get() and
/// ready() may be called by any thread, and after the task has ended.
template <class T>
class Future : public AnyFuture {
 public:
  using AnyFuture::AnyFuture;
  explicit Future(AnyFuture any) : AnyFuture(std::move(any)) {}
  /// The value. Throws std::logic_error where it is not here: see needs().
  const T& get() const { return *reinterpret_cast<const T*>(value().data()); }
};

/// Several values of a call that was given a range.
template <class T>
class Future<std::span<const T>> : public AnyFuture {
 public:
  using AnyFuture::AnyFuture;
  explicit Future(AnyFuture any) : AnyFuture(std::move(any)) {}
  /// The values, valid as long as this future or a copy of it. Throws as above.
  std::span<const T> get() const {
    return {reinterpret_cast<const T*>(value().data()), value().bytes() / sizeof(T)};
  }
};

/// That of a barrier has no value.
template <>
class Future<void> : public AnyFuture {
 public:
  using AnyFuture::AnyFuture;
  explicit Future(AnyFuture any) : AnyFuture(std::move(any)) {}
  /// Throws std::logic_error where not all tasks have made the call yet.
  void get() const { value(); }
};

}  // namespace bamboo
