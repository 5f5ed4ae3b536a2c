// SPDX-License-Identifier: Apache-2.0
// A thread for hosts without a spare core. It takes processor time from the program, so it polls
// only while something is in flight that does not advance by itself (relief_rule.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "relief_rule.h"

namespace bamboo::overlap {

class Relief {
 public:
  /// `look`: looks at the network; `is_pending`: the program has operations in flight. Both are
  /// called by the thread, until the destructor has returned.
  Relief(std::function<void()> look, std::function<bool()> is_pending);
  Relief(const Relief&) = delete;
  ~Relief();

  /// Requests polls until nothing is pending. Any thread may call it.
  void ask();

  /// The number of polls so far.
  uint64_t looks() const { return looks_.load(std::memory_order_relaxed); }

 private:
  void run();
  void relieve();
  Span look_while_data_move();

  const std::function<void()> look_;
  const std::function<bool()> is_pending_;
  std::atomic<bool> ends_{false};
  std::atomic<uint64_t> looks_{0};
  std::atomic<uint32_t> asked_{0};  ///< times; the thread sleeps until it changes
  std::thread thread_;
};

}  // namespace bamboo::overlap
