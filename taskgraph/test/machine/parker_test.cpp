// SPDX-License-Identifier: Apache-2.0
#include "machine/parker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace bamboo;
using namespace std::chrono_literals;

TEST(Parker, SleepsUntilTimeIsUp) {
  Parker parker;
  const auto start = std::chrono::steady_clock::now();
  parker.prepare();
  parker.park(20ms);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 19ms);
}

TEST(Parker, IsWoken) {
  Parker parker;
  EXPECT_FALSE(parker.wake());
  std::atomic<bool> prepared{false};
  std::thread sleeper([&] {
    parker.prepare();
    prepared = true;
    parker.park(60s);
  });
  while (!prepared) std::this_thread::yield();
  EXPECT_TRUE(parker.wake());
  sleeper.join();
}

TEST(Parker, DoesNotLoseAWakeBeforeTheSleep) {
  Parker parker;
  parker.prepare();
  EXPECT_TRUE(parker.wake());
  parker.park(60s);  // returns at once
}
