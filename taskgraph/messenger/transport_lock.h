// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

#include "bamboo/taskgraph/internal/processor.h"

namespace bamboo {

/// The lock around a transport. Its holder may lock() again: a task that gets a message may send on
/// the polling thread. Pollers only try, and let waiting senders go first.
class TransportLock {
 public:
  void lock() {
    const void* me = this_thread();
    if (owner_.load(std::memory_order_relaxed) == me) {
      ++depth_;
      return;
    }
    if (!take(me)) wait(me);
  }

  /// Returns false also if this thread holds the lock, or if others wait for it.
  bool try_lock() { return waiting_.load(std::memory_order_relaxed) == 0 && take(this_thread()); }

  /// For a thread that ends the process: waits at most `limit` for the holder.
  void lock_to_end(std::chrono::milliseconds limit) {
    if (held_by_me()) return;
    // Never decremented, so that no poller gets the lock again.
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!take(this_thread()) && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::microseconds{50});
  }

  void unlock() {
    if (depth_ > 0) {
      --depth_;
      return;
    }
    owner_.store(nullptr, std::memory_order_seq_cst);
    if (waiting_.load(std::memory_order_seq_cst) > 0) owner_.notify_one();
  }

  bool held_by_me() const { return owner_.load(std::memory_order_relaxed) == this_thread(); }
  /// Locked more than once by the calling thread, which holds it.
  bool nested() const { return depth_ > 0; }

 private:
  static const void* this_thread() {
    static thread_local char token;
    return &token;
  }

  bool take(const void* me) {
    const void* none = nullptr;
    return owner_.compare_exchange_strong(none, me, std::memory_order_seq_cst,
                                          std::memory_order_relaxed);
  }

  void wait(const void* me) {
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    for (int spins = 0; !take(me); ++spins)
      if (spins < 100)
        processor::pause();
      else if (const void* other = owner_.load(std::memory_order_relaxed))
        owner_.wait(other, std::memory_order_relaxed);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
  }

  std::atomic<const void*> owner_{nullptr};
  std::atomic<int> waiting_{0};
  int depth_ = 0;  // of the owner
};

/// A value that only the holder of a transport's lock uses.
template <class T>
class GuardedByTransportLock {
 public:
  explicit GuardedByTransportLock(const TransportLock& lock) : lock_(lock) {}
  T& operator*() {
    assert(lock_.held_by_me());
    return value_;
  }
  T* operator->() { return &**this; }
  /// Access without the lock, while no other thread uses it: when its owner is constructed or
  /// destroyed.
  T& alone() { return value_; }

 private:
  const TransportLock& lock_;
  T value_;
};

}  // namespace bamboo
