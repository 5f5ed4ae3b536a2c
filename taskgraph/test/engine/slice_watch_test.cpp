// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/worker.h"

namespace bamboo::test {
namespace {

constexpr std::uint64_t span = 100;

TEST(SliceWatch, TakesASliceForLongUntilItEnds) {
  SliceWatch watch;
  watch.begin(7);
  EXPECT_TRUE(watch.computes(7, 1000, span));
  EXPECT_TRUE(watch.computes(7, 5000, span));
  EXPECT_FALSE(watch.computes(8, 5001, span));
}

TEST(SliceWatch, TakesASliceForLongAfterAWhile) {
  SliceWatch watch;
  watch.begin(7);
  EXPECT_FALSE(watch.computes(8, 1000, span));
  EXPECT_FALSE(watch.computes(8, 1099, span));
  EXPECT_TRUE(watch.computes(8, 1100, span));
  EXPECT_FALSE(watch.computes(9, 1101, span));
}

TEST(SliceWatch, ForgetsItsObservationsWhenAWorkerBeginsToSearch) {
  SliceWatch watch;
  watch.begin(7);
  EXPECT_FALSE(watch.computes(8, 1000, span));
  watch.begin(8);
  EXPECT_TRUE(watch.computes(8, 1001, span));
}

TEST(SliceWatch, AcceptsAClockThatIsBehind) {
  SliceWatch watch;
  watch.begin(7);
  EXPECT_FALSE(watch.computes(8, 1000, span));
  EXPECT_FALSE(watch.computes(8, 990, span));
}

}  // namespace
}  // namespace bamboo::test
