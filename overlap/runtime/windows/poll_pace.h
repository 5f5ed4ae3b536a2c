// SPDX-License-Identifier: Apache-2.0
// When polls of the program's loops look at the network.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace bamboo::overlap {

/// Polls are more frequent than progress calls, and their interval differs from the compiler's
/// estimate: 40 ns to 10 ms. Reading the clock takes about 30 ns, so not every poll reads it.
/// Threads may share a pace. Each member is atomic by itself: two threads that poll at the same
/// time may both be due, or count one poll together.
class PollPace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::nanoseconds;

  /// The time between two tests of the network: short compared with a window, long compared with a
  /// test (about 1 us).
  static constexpr Span shortest_pause = std::chrono::microseconds(50);
  /// A test that moves data takes long, but these data would have to be moved later anyway.
  static constexpr Span longest_pause = std::chrono::milliseconds(1);
  /// Tests may take 1 % of the computation's time.
  static constexpr int work_per_look = 100;
  /// The time between two readings of the clock, if polls come at the pace that the compiler
  /// assumes: 2000 cycles, as long as the shortest time between two tests.
  static constexpr int most_polls = 64;

  /// Each poll calls it. If it returns false, the poll does nothing.
  bool reads_clock() {
    const int left = polls_left_.load(relaxed);
    if (left > 0) polls_left_.store(left - 1, relaxed);
    return left <= 1;
  }

  /// Whether a poll that has read the clock tests the requests.
  bool is_due(Time now) {
    const auto passed = now - last_reading_.load(relaxed);
    last_reading_.store(now, relaxed);
    int polls = polls_.load(relaxed);
    if (passed > shortest_pause)
      polls = 1;
    else if (passed < shortest_pause / 8)
      polls = std::min(2 * polls, most_polls);
    polls_.store(polls, relaxed);
    polls_left_.store(polls, relaxed);
    return now >= next_look_.load(relaxed);
  }

  void looked(Time begin, Time end) {
    const Span pause =
        std::clamp<Span>(work_per_look * (end - begin), shortest_pause, longest_pause);
    next_look_.store(end + pause, relaxed);
  }

 private:
  static constexpr auto relaxed = std::memory_order_relaxed;

  std::atomic<int> polls_left_{0};
  std::atomic<int> polls_{1};  ///< from one reading to the next
  std::atomic<Time> last_reading_{}, next_look_{};
};

}  // namespace bamboo::overlap
