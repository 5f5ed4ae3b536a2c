// SPDX-License-Identifier: Apache-2.0
#include "tools/probe/arrivals.h"

#include <gtest/gtest.h>

namespace bamboo::plans::probe {
namespace {

TEST(Arrivals, OnlyWhatArrivesInTimeCounts) {
  Arrivals arrivals;
  arrivals.add(0.001, 1'000'000);  // a burst before
  for (int i = 1; i <= 10; ++i) arrivals.add(0.01 * i, 1000);
  for (int i = 1; i <= 100; ++i) arrivals.add(0.1 + 0.001 * i, 1000);  // the others have ended
  EXPECT_NEAR(arrivals.rate(0, 0.03, 0.1005), 100'000, 1);
}

TEST(Arrivals, APauseOfTheReceiverDoesLittleHarm) {
  Arrivals arrivals;
  for (int i = 0; i < 60; ++i) {
    const double time = 0.001 * i;
    arrivals.add(time > 0.050 ? 0.056 : time, 1000);  // the last ones are all seen late
  }
  EXPECT_NEAR(arrivals.rate(0, 0, 0.06), 1'000'000, 60'000);
}

TEST(Arrivals, ABurstAfterALossIsNoRate) {
  Arrivals arrivals;
  for (int i = 1; i <= 32; ++i) arrivals.add(i <= 16 ? 0.08800 : 0.08803, 6250);
  EXPECT_NEAR(arrivals.rate(0, 0.03, 0.09), 32 * 6250 / 0.08803, 1);
}

TEST(Arrivals, ASlowStreamHasARateAsWell) {
  Arrivals arrivals;
  EXPECT_EQ(arrivals.rate(0, 0.03, 0.09), 0);
  arrivals.add(0.5, 1000);
  EXPECT_EQ(arrivals.rate(0.25, 0.28, 0.34), 4000);
}

}  // namespace
}  // namespace bamboo::plans::probe
