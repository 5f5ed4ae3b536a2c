// SPDX-License-Identifier: Apache-2.0
#include "deadlock/idleness.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "machine/ticks.h"

using namespace bamboo;

TEST(Idleness, LastsFromTheMomentInWhichTheLastWorkerFoundNothing) {
  Idleness idleness(2, nullptr);
  idleness.enter();
  EXPECT_FALSE(idleness.idle_for(0));
  idleness.enter();
  EXPECT_TRUE(idleness.idle_for(0));
  EXPECT_FALSE(idleness.idle_for(ticks_in(3600)));
  idleness.work_appeared();
  EXPECT_FALSE(idleness.idle_for(0));
}

TEST(Idleness, DistinguishesPeriods) {
  Idleness idleness(1, nullptr);
  idleness.enter();
  const auto first = idleness.idle_for(0);
  EXPECT_EQ(idleness.idle_for(0), first);
  idleness.leave();
  idleness.enter();
  EXPECT_NE(idleness.idle_for(0), first);
}

TEST(Idleness, RestartsWhileAllAreIdle) {
  Idleness idleness(1, nullptr);
  idleness.restart();
  EXPECT_FALSE(idleness.idle_for(0));
  idleness.enter();
  const auto first = idleness.idle_for(0);
  idleness.restart();
  EXPECT_TRUE(idleness.idle_for(0));
  EXPECT_NE(idleness.idle_for(0), first);
  idleness.work_appeared();
  idleness.restart();
  EXPECT_FALSE(idleness.idle_for(0));
}

TEST(Idleness, IsNotLongIfItRestartsWhileAnotherThreadChecks) {
  Idleness idleness(1, nullptr);
  std::atomic<bool> over{false};
  std::thread worker([&] {
    for (int i = 0; i < 300'000; ++i) {
      idleness.enter();
      idleness.leave();
    }
    over = true;
  });
  int wrong = 0;
  while (!over) wrong += idleness.idle_for(ticks_in(3600)).has_value();
  worker.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Idleness, WaitsForWorkersThatWereAdded) {
  Idleness idleness(1, nullptr);
  idleness.enter();
  EXPECT_TRUE(idleness.idle_for(0));
  idleness.add();
  EXPECT_FALSE(idleness.idle_for(0));
  idleness.enter();
  EXPECT_TRUE(idleness.idle_for(0));
  idleness.leave();
  EXPECT_FALSE(idleness.idle_for(0));
  idleness.remove();
  EXPECT_TRUE(idleness.idle_for(0));
}
