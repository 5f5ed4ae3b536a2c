// SPDX-License-Identifier: Apache-2.0
// How often polls read the clock and look at the network.
#include "runtime/windows/poll_pace.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace bamboo::overlap {
namespace {

using namespace std::chrono_literals;

/// A loop that polls, at a time that does not advance while nothing is computed.
struct Loop {
  PollPace pace;
  PollPace::Time now{1h};
  int readings = 0, looks = 0;

  /// `body`: of the loop; `look`: how long each look takes.
  void run(int rounds, PollPace::Span body, PollPace::Span look = 1us) {
    for (int i = 0; i < rounds; ++i) {
      now += body;
      if (!pace.reads_clock()) continue;
      ++readings;
      if (!pace.is_due(now)) continue;
      ++looks;
      pace.looked(now, now + look);
      now += look;
    }
  }
};

TEST(PollPace, ReadsTheClockSeldomInShortLoops) {
  Loop loop;
  loop.run(200'000, 40ns);
  EXPECT_LT(loop.readings, 200'000 / 32);
}

TEST(PollPace, LooksInTimeInShortLoops) {
  Loop loop;
  loop.run(250'000, 40ns);  // 10 ms
  EXPECT_GT(loop.looks, 60);
  EXPECT_LE(loop.looks, 101);
}

TEST(PollPace, LooksInEachRoundOfALongLoop) {
  Loop loop;
  loop.run(20, 10ms);
  EXPECT_EQ(loop.looks, 20);
}

TEST(PollPace, FindsALongLoopBehindAShortOne) {
  Loop loop;
  loop.run(10'000, 40ns);
  const int looks = loop.looks;
  loop.run(PollPace::most_polls + 10, 10ms);
  EXPECT_GE(loop.looks, looks + 10);
}

TEST(PollPace, LooksSoonBehindOneThatMovedData) {
  Loop loop;
  loop.run(1, 1us, 2ms);
  loop.run(200'000, 40ns);  // 8 ms
  EXPECT_GE(loop.looks, 7);
}

TEST(PollPace, LooksThatFindNothingTakeAHundredth) {
  Loop loop;
  loop.run(250'000, 40ns, 5us);  // 10 ms
  EXPECT_LE(loop.looks, 21);
}

// ThreadSanitizer reports members that are not atomic.
TEST(PollPace, ThreadsShareIt) {
  constexpr int thread_count = 4;
  PollPace pace;
  std::atomic<int> looks{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < thread_count; ++i)
    threads.emplace_back([&] {
      while (looks < 10 * thread_count) {
        if (!pace.reads_clock()) continue;
        const auto now = std::chrono::steady_clock::now();
        if (!pace.is_due(now)) continue;
        ++looks;
        pace.looked(now, now + 1us);
      }
    });
}

}  // namespace
}  // namespace bamboo::overlap
