// SPDX-License-Identifier: Apache-2.0
// How much memory the ranks of this process use for copies of each other's messages that no receive
// has taken, and how much they may use. Where it is full a standard send holds its buffer until a
// receive takes the message, or until held sends are released (p2p/held_sends.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace bamboo::mpi {

/// All functions: any thread. Bytes count what a copy takes, not only its payload.
class UnexpectedMemory {
 public:
  /// Before the ranks run.
  void set_limit(std::size_t bytes) {
    limit_ = static_cast<std::int64_t>(bytes);
    allowed_.store(limit_);
    used_.store(0);
    held_.store(0);
  }
  bool is_full() const {
    return used_.load(std::memory_order_relaxed) >= allowed_.load(std::memory_order_relaxed);
  }
  /// More is allowed than the limit: held sends were released.
  bool is_extended() const { return allowed_.load(std::memory_order_relaxed) > limit_; }
  /// Allows `bytes` more than is used, until at most half of the limit is used.
  void extend(std::size_t bytes) {
    allowed_.store(used_.load() + static_cast<std::int64_t>(bytes));
  }

  int held() const { return held_.load(std::memory_order_relaxed); }
  void count_held(int change) { held_.fetch_add(change, std::memory_order_relaxed); }

  /// The part of one mailbox, which tells of larger changes only: each one costs a locked
  /// instruction on a cache line of all workers.
  class Share {
   public:
    explicit Share(UnexpectedMemory& of) : of_(of) {}
    /// With the mailbox locked.
    void add(std::int64_t bytes) {
      untold_ += bytes;
      if (untold_ >= granule || untold_ <= -granule) [[unlikely]]
        tell();
    }

   private:
    static constexpr std::int64_t granule = 16 << 10;
    void tell() {
      of_.change(untold_);
      untold_ = 0;
    }
    UnexpectedMemory& of_;
    std::int64_t untold_ = 0;
  };

 private:
  void change(std::int64_t bytes) {
    const std::int64_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (bytes < 0 && now <= limit_ / 2 && is_extended()) allowed_.store(limit_);
  }

  std::int64_t limit_ = 0;
  std::atomic<std::int64_t> used_{0}, allowed_{0};
  std::atomic<int> held_{0};
};

/// Of this process.
inline constinit UnexpectedMemory unexpected_memory;

}  // namespace bamboo::mpi
