// SPDX-License-Identifier: Apache-2.0
#include "deadlock/local_deadlock.h"

#include <gtest/gtest.h>

using namespace bamboo;

namespace {

struct LocalDeadlockOfTwo : testing::Test {
  WorkerActivity first, second;
  LocalDeadlock deadlock{{&first, &second}};
};

}  // namespace

TEST_F(LocalDeadlockOfTwo, WaitsUntilEachWorkerHasSearchedAgain) {
  EXPECT_FALSE(deadlock.confirmed(7));
  bump(first.looks, 5);
  EXPECT_FALSE(deadlock.confirmed(7)) << "the second may have taken a task and not run it yet";
  bump(second.looks);
  EXPECT_FALSE(deadlock.confirmed(7)) << "this look may have begun before";
  bump(second.looks);
  EXPECT_TRUE(deadlock.confirmed(7));
}

TEST_F(LocalDeadlockOfTwo, RestartsWithEachIdlePeriod) {
  EXPECT_FALSE(deadlock.confirmed(7));
  bump(first.looks, 2);
  bump(second.looks, 2);
  EXPECT_FALSE(deadlock.confirmed(9));
  EXPECT_FALSE(deadlock.confirmed(9));
}
