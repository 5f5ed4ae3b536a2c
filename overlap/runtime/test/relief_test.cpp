// SPDX-License-Identifier: Apache-2.0
// Which operations ask for relief, and when its thread looks at the network.
#include "runtime/windows/relief.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace bamboo::overlap {
namespace {

using namespace std::chrono_literals;

constexpr uint64_t kKilobyte = 1 << 10, kMegabyte = 1 << 20;
constexpr Reach kReach{kMegabyte, 4 * kMegabyte};

TEST(ReliefRule, MessagesThatLeaveByThemselvesDoNotAsk) {
  EXPECT_FALSE(asks_for_relief(Transfer::message, 4 * kKilobyte, kReach));
  EXPECT_FALSE(asks_for_relief(Transfer::message, 512 * kKilobyte, kReach));
  EXPECT_FALSE(asks_for_relief(Transfer::message, kMegabyte, kReach));
}

TEST(ReliefRule, MessagesThatWaitForAnAnswerAsk) {
  EXPECT_TRUE(asks_for_relief(Transfer::message, kMegabyte + 1, kReach));
  EXPECT_TRUE(asks_for_relief(Transfer::message, 4 * kMegabyte, kReach));
}

TEST(ReliefRule, MessagesThatTheKernelDoesNotHoldAsk) {
  constexpr Reach small_buffers{kMegabyte, 208 * kKilobyte};
  EXPECT_TRUE(asks_for_relief(Transfer::message, 512 * kKilobyte, small_buffers));
  EXPECT_FALSE(asks_for_relief(Transfer::message, 200 * kKilobyte, small_buffers));
}

TEST(ReliefRule, LongCollectivesAskAlsoWhereTheirMessagesLeave) {
  EXPECT_TRUE(asks_for_relief(Transfer::collective, kLongCollective, kReach));
  EXPECT_FALSE(asks_for_relief(Transfer::collective, kLongCollective - 1, kReach));
}

TEST(ReliefRule, ShortCollectivesAskWhereTheirMessagesWait) {
  constexpr Reach untouched{64 * kKilobyte, 4 * kMegabyte};
  EXPECT_TRUE(asks_for_relief(Transfer::collective, 100 * kKilobyte, untouched));
}

TEST(ReliefRule, NapsGrowWhileLooksFindNothing) {
  EXPECT_EQ(next_nap(kFirstNap, 1us), 2 * kFirstNap);
  EXPECT_EQ(next_nap(kLongestNap, 1us), kLongestNap);
}

TEST(ReliefRule, NapsStayWhileLooksMoveSomeData) {
  EXPECT_EQ(next_nap(kFirstNap, 30us), kFirstNap);
}

TEST(ReliefRule, NapsShrinkWhileLooksMoveMuch) {
  EXPECT_EQ(next_nap(kLongestNap, 500us), kLongestNap / 2);
  EXPECT_EQ(next_nap(kShortestNap, 500us), kShortestNap);
}

struct Program {
  std::atomic<int> looks{0};
  std::atomic<bool> pending{true};
  Relief relief{[this] { ++looks; }, [this] { return pending.load(); }};

  void wait_for_looks(int more) {
    const int wanted = looks + more;
    while (looks < wanted) std::this_thread::yield();
  }
};

TEST(Relief, SleepsUntilItIsAsked) {
  Program program;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(program.looks, 0);
}

TEST(Relief, LooksWhileSomethingIsPending) {
  Program program;
  program.relief.ask();
  program.wait_for_looks(20);
}

TEST(Relief, SleepsWhenNothingIsPendingAndLooksWhenItIsAskedAgain) {
  Program program;
  program.relief.ask();
  program.wait_for_looks(1);
  program.pending = false;
  std::this_thread::sleep_for(20ms);
  const int looks = program.looks;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(program.looks, looks);
  program.pending = true;
  program.relief.ask();
  program.wait_for_looks(1);
}

TEST(Relief, CountsItsLooks) {
  Program program;
  program.relief.ask();
  program.wait_for_looks(3);
  EXPECT_GE(program.relief.looks(), 3U);
}

TEST(Relief, EndsWhileSomethingIsPending) {
  Program program;
  program.relief.ask();
  program.wait_for_looks(1);
}

}  // namespace
}  // namespace bamboo::overlap
