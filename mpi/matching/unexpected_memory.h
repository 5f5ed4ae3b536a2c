// SPDX-License-Identifier: Apache-2.0
// The memory that the ranks of this process use for copies of each other's messages that no receive
// has taken, and its limit. When it is full, a standard send holds its buffer until a receive takes
// the message, or until held sends are released (p2p/held_sends.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bamboo/taskgraph/types.h"

namespace bamboo::mpi {

/// A rank whose mailbox holds sends. Part of the mailbox.
struct HoldingReceiver {
  TaskId id = -1;
  bool is_listed = false;  ///< with the mailbox locked: announced, and not dropped since
  HoldingReceiver* next = nullptr;
  HoldingReceiver* previous = nullptr;
};

/// Any thread may call these functions. Bytes include the memory that a copy takes besides its
/// payload.
class UnexpectedMemory {
 public:
  /// Call it before the ranks run, each of which has a mailbox. The unreported parts of all shares
  /// are together at most an eighth of the limit.
  void set_limit(std::size_t bytes, std::size_t mailboxes) {
    limit_ = static_cast<std::int64_t>(bytes);
    const auto shares = static_cast<std::int64_t>(std::max<std::size_t>(mailboxes, 1));
    granule_ = std::clamp<std::int64_t>(limit_ / (8 * shares), 1, largest_granule);
    allowed_.store(limit_);
    used_.store(0);
    held_.store(0);
    announced_.store(nullptr);
  }
  bool is_full() const {
    return used_.load(std::memory_order_relaxed) >= allowed_.load(std::memory_order_relaxed);
  }
  /// Whether more than the limit is permitted, because held sends were released.
  bool is_extended() const { return allowed_.load(std::memory_order_relaxed) > limit_; }
  /// Permits `bytes` more than are used, and at least the limit, until at most half of the limit is
  /// used.
  void extend(std::size_t bytes) {
    allowed_.store(std::max(limit_, used_.load() + static_cast<std::int64_t>(bytes)));
  }

  int held() const { return held_.load(std::memory_order_relaxed); }
  void count_held(int change) { held_.fetch_add(change, std::memory_order_relaxed); }
  /// A mailbox begins to hold sends.
  void announce(HoldingReceiver& receiver) {
    receiver.next = announced_.load(std::memory_order_relaxed);
    while (!announced_.compare_exchange_weak(receiver.next, &receiver, std::memory_order_release,
                                             std::memory_order_relaxed)) {
    }
  }
  /// The receivers announced since the last call, as a list linked by `next`.
  HoldingReceiver* take_announced() {
    return announced_.exchange(nullptr, std::memory_order_acquire);
  }

  /// The part of one mailbox. It reports larger changes only, because each report costs an atomic
  /// instruction on a cache line that all workers share.
  class Share {
   public:
    explicit Share(UnexpectedMemory& of) : of_(of) {}
    /// Call it with the mailbox locked.
    void add(std::int64_t bytes) {
      unreported_ += bytes;
      if (unreported_ >= of_.granule_ || unreported_ <= -of_.granule_) [[unlikely]]
        report();
    }

   private:
    void report() {
      of_.change(unreported_);
      unreported_ = 0;
    }
    UnexpectedMemory& of_;
    std::int64_t unreported_ = 0;
  };

 private:
  static constexpr std::int64_t largest_granule = 16 << 10;

  void change(std::int64_t bytes) {
    const std::int64_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (bytes < 0 && now <= limit_ / 2 && is_extended()) allowed_.store(limit_);
  }

  std::int64_t limit_ = 0;
  std::int64_t granule_ = largest_granule;
  alignas(64) std::atomic<std::int64_t> used_{0};  // changes often, the others are read often
  std::atomic<std::int64_t> allowed_{0};
  std::atomic<int> held_{0};
  std::atomic<HoldingReceiver*> announced_{nullptr};
};

/// The memory of this process.
inline constinit UnexpectedMemory unexpected_memory;

}  // namespace bamboo::mpi
