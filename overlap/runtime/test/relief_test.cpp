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

constexpr uint64_t kilobyte = 1 << 10, megabyte = 1 << 20;
constexpr Reach reach{megabyte, 4 * megabyte};

TEST(ReliefRule, MessagesThatLeaveByThemselvesDoNotAsk) {
  EXPECT_FALSE(asks_for_relief(Transfer::Message, 4 * kilobyte, reach));
  EXPECT_FALSE(asks_for_relief(Transfer::Message, 512 * kilobyte, reach));
  EXPECT_FALSE(asks_for_relief(Transfer::Message, megabyte, reach));
}

TEST(ReliefRule, MessagesThatWaitForAnAnswerAsk) {
  EXPECT_TRUE(asks_for_relief(Transfer::Message, megabyte + 1, reach));
  EXPECT_TRUE(asks_for_relief(Transfer::Message, 4 * megabyte, reach));
}

TEST(ReliefRule, MessagesThatTheKernelDoesNotHoldAsk) {
  constexpr Reach small_buffers{megabyte, 208 * kilobyte};
  EXPECT_TRUE(asks_for_relief(Transfer::Message, 512 * kilobyte, small_buffers));
  EXPECT_FALSE(asks_for_relief(Transfer::Message, 200 * kilobyte, small_buffers));
}

TEST(ReliefRule, LongCollectivesAskAlsoWhereTheirMessagesLeave) {
  EXPECT_TRUE(asks_for_relief(Transfer::Collective, long_collective, reach));
  EXPECT_FALSE(asks_for_relief(Transfer::Collective, long_collective - 1, reach));
}

TEST(ReliefRule, ShortCollectivesAskWhereTheirMessagesWait) {
  constexpr Reach untouched{64 * kilobyte, 4 * megabyte};
  EXPECT_TRUE(asks_for_relief(Transfer::Collective, 100 * kilobyte, untouched));
}

TEST(ReliefRule, NapsGrowWhileLooksFindNothing) {
  EXPECT_EQ(next_nap(first_nap, 1us), 2 * first_nap);
  EXPECT_EQ(next_nap(longest_nap, 1us), longest_nap);
}

TEST(ReliefRule, NapsStayWhileLooksMoveSomeData) {
  EXPECT_EQ(next_nap(first_nap, 30us), first_nap);
}

TEST(ReliefRule, NapsShrinkWhileLooksMoveMuch) {
  EXPECT_EQ(next_nap(longest_nap, 500us), longest_nap / 2);
  EXPECT_EQ(next_nap(shortest_nap, 500us), shortest_nap);
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
