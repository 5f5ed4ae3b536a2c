// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "bamboo/taskgraph/internal/spin_lock.h"

namespace bamboo {

/// A value that several threads use, one at a time. Only lock() gives access:
///
///     Guarded<std::vector<int>> numbers;
///     numbers.lock()->push_back(1);     // until the end of the statement
///     {
///       const auto held = numbers.lock();  // until the end of the block
///       if (!held->empty()) held->pop_back();
///     }
template <class T>
class Guarded {
 public:
  class [[nodiscard]] Locked {
   public:
    ~Locked() {
      if (of_ != nullptr) of_->lock_.unlock();
    }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

    /// False if try_lock() found the lock taken.
    explicit operator bool() const { return of_ != nullptr; }
    T& operator*() const { return of_->value_; }
    T* operator->() const { return &of_->value_; }

   private:
    friend class Guarded;
    explicit Locked(Guarded* of) : of_(of) {}
    Guarded* const of_;
  };

  /// `threads`: which threads use the value; `arguments`: of its constructor.
  template <class... Arguments>
  explicit Guarded(Threads threads = Threads::Several, Arguments&&... arguments)
      : lock_(threads), value_(std::forward<Arguments>(arguments)...) {}

  Locked lock() {
    lock_.lock();
    return Locked(this);
  }
  Locked try_lock() { return Locked(lock_.try_lock() ? this : nullptr); }

 private:
  SpinLock lock_;
  T value_;
};

}  // namespace bamboo
