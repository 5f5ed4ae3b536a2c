// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cassert>

namespace bamboo::mpi {

/// The states of a request, and all transitions:
///
///     Inactive --start--> Pending <--await, stop_waiting--> Awaited
///     Pending, Awaited --complete--> Complete --finish--> Inactive
///     Pending <--abandon, reclaim--> Abandoned --complete--> Complete, and the request is freed
///
/// The task that owns the request starts and finishes it. Everything else happens under the lock of
/// the owner's inbox, except for a request that completes while it is started: only its owner knows
/// it.
class RequestState {
 public:
  enum class Value : unsigned char {
    Inactive,   ///< persistent, and not started
    Pending,    ///< started
    Awaited,    ///< counts in the firing rule of the owner, which is suspended
    Abandoned,  ///< MPI_Request_free came before completion
    Complete,   ///< the owner may take the result
  };
  using enum Value;

  Value now() const { return value_.load(std::memory_order_relaxed); }
  bool is_active() const { return now() != Inactive; }
  bool is_complete() const { return value_.load(std::memory_order_acquire) == Complete; }

  void start() { change(Inactive, Pending); }
  /// The owner has taken the result of a persistent request, or has made one.
  void finish() { set(Inactive); }

  /// Returns false if it is complete.
  bool await() { return now() != Complete && change(Pending, Awaited); }
  void stop_waiting() {
    if (now() == Awaited) set(Pending);
  }
  /// Returns false if it is complete; the caller then frees it.
  bool abandon() { return now() != Complete && change(Pending, Abandoned); }
  /// Returns false if it is not abandoned. The caller otherwise waits for it and frees it.
  bool reclaim() { return now() == Abandoned && change(Abandoned, Pending); }

  /// The owner may free the request at once.
  void complete() {
    assert(now() != Inactive && now() != Complete);
    value_.store(Complete, std::memory_order_release);
  }

 private:
  void set(Value value) { value_.store(value, std::memory_order_relaxed); }
  bool change([[maybe_unused]] Value from, Value to) {
    assert(now() == from);
    set(to);
    return true;
  }

  std::atomic<Value> value_{Pending};  // all but persistent ones are made to be started at once
};

}  // namespace bamboo::mpi
