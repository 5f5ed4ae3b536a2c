// SPDX-License-Identifier: Apache-2.0
// Since when a task is in MPI, or outside of it.
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>

namespace bamboo::mpi {

/// The task writes it, other threads may read it at any time.
class CallTime {
 public:
  static std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);  // in a few nanoseconds
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }

  bool in_call() const { return (changes() & 1) != 0; }
  /// The number of calls that have begun or ended.
  std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }
  /// The time at which the last call began or ended.
  std::int64_t since() const { return since_.load(std::memory_order_relaxed); }

  /// While this object exists, the task is in MPI. A call that a function of the program makes
  /// inside of another call is a part of that one.
  class Call {
   public:
    explicit Call(CallTime& of) : of_(of), is_outermost_(!of.in_call()) {
      if (is_outermost_) of_.change();
    }
    ~Call() {
      if (is_outermost_) of_.change();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    CallTime& of_;
    const bool is_outermost_;
  };

 private:
  void change() {
    since_.store(now(), std::memory_order_relaxed);
    changes_.store(changes_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  std::atomic<std::uint64_t> changes_{0};  ///< odd: in a call
  std::atomic<std::int64_t> since_{now()};
};

}  // namespace bamboo::mpi
