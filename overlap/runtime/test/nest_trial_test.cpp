// SPDX-License-Identifier: Apache-2.0
// Both ways through a nest are compared by turns, and the faster one is kept for a while.
#include "runtime/splitting/nest_trial.h"

#include <gtest/gtest.h>

#include <vector>

namespace bamboo::overlap {
namespace {

using Time = NestTrial::Time;

/// Executes the nest once; the way that it went.
NestWay execute(NestTrial& trial, int split_time, int whole_time) {
  const auto [way, is_compared] = trial.next();
  if (is_compared) trial.took(way, Time(way == NestWay::split ? split_time : whole_time));
  return way;
}

void compare(NestTrial& trial, int split_time, int whole_time) {
  for (int i = 0; i < 2 * NestTrial::kSamples; ++i) execute(trial, split_time, whole_time);
}

TEST(NestTrial, TakesTheWaysByTurnsAndBeginsWithTheSplit) {
  NestTrial trial;
  std::vector<NestWay> ways;
  for (int i = 0; i < 4; ++i) ways.push_back(execute(trial, 10, 20));
  EXPECT_EQ(ways, (std::vector{NestWay::split, NestWay::whole, NestWay::split, NestWay::whole}));
}

TEST(NestTrial, KeepsTheFasterWay) {
  for (const NestWay faster : {NestWay::split, NestWay::whole}) {
    NestTrial trial;
    const int split_time = faster == NestWay::split ? 10 : 30;
    compare(trial, split_time, 20);
    for (uint32_t i = 0; i < NestTrial::kFirstPeriod; ++i)
      EXPECT_EQ(execute(trial, split_time, 20), faster);
  }
}

TEST(NestTrial, OneDisturbedExecutionDecidesNothing) {
  NestTrial trial;
  execute(trial, 1000, 20);  // with cold caches
  execute(trial, 10, 20);
  execute(trial, 10, 20);
  execute(trial, 10, 20);
  EXPECT_EQ(trial.next().way, NestWay::split);
}

TEST(NestTrial, ComparesAgainLessAndLessOften) {
  NestTrial trial;
  std::vector<int> others;  // executions between two comparisons
  for (int comparison = 0; comparison < 3; ++comparison) {
    compare(trial, 10, 20);
    others.push_back(0);
    while (!trial.next().is_compared) ++others.back();
  }
  EXPECT_EQ(others, (std::vector{64, 512, 4096}));
}

TEST(NestTrial, ANestThatBecomesFasterSplitIsSplitAgain) {
  NestTrial trial;
  compare(trial, 30, 20);
  NestTurn turn = trial.next();
  for (; !turn.is_compared; turn = trial.next()) EXPECT_EQ(turn.way, NestWay::whole);
  compare(trial, 10, 20);
  EXPECT_EQ(trial.next().way, NestWay::split);
}

TEST(NestTrial, WhereThereIsNoCoreNothingIsCompared) {
  NestTrial trial;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(trial.next().way, NestWay::split);
  EXPECT_TRUE(trial.next().is_compared);
}

}  // namespace
}  // namespace bamboo::overlap
