// SPDX-License-Identifier: Apache-2.0
// When the processes of a communicator agree again on the form of collectives, and what follows.
#include "runtime/interposition/collective_trial.h"

#include <gtest/gtest.h>

namespace bamboo::overlap {
namespace {

constexpr uint64_t kRequestNs = 30;

/// Executes `count` collectives; true: one of them had to be agreed on before, with `gains`.
bool execute(CollectiveTrial& trial, int count, const CollectiveGains& gains = {},
             CollectiveKind kind = CollectiveKind::moves, bool has_window = true) {
  bool agreed = false;
  for (int i = 0; i < count; ++i) {
    if (trial.is_due()) {
      trial.agree(gains);
      agreed = true;
    }
    trial.next(kind, has_window);
  }
  return agreed;
}

constexpr int kFirst = kWarmUp + CollectiveTrial::kCollectives;

TEST(CollectiveTrial, AgreesBehindTheFirstOnes) {
  CollectiveTrial trial;
  EXPECT_FALSE(execute(trial, kFirst));
  EXPECT_TRUE(execute(trial, 1));
}

TEST(CollectiveTrial, ThoseThatWarmUpAreNotTimed) {
  CollectiveTrial trial;
  for (int i = 0; i < kFirst; ++i) {
    EXPECT_FALSE(trial.is_due());
    EXPECT_EQ(trial.next(CollectiveKind::moves, true),
              i < kWarmUp ? WindowState::kept : WindowState::tried);
  }
}

TEST(CollectiveTrial, GoesBackUntilTheNextTrial) {
  CollectiveTrial trial;
  execute(trial, kFirst);
  EXPECT_TRUE(trial.is_due());
  trial.agree({0, 1});
  for (int i = 0; i < kFirstPeriod; ++i) {
    ASSERT_EQ(i > 0 && trial.is_due(), false);
    EXPECT_EQ(trial.next(CollectiveKind::moves, true), WindowState::went_back);
    EXPECT_EQ(trial.next(CollectiveKind::sums, true), WindowState::kept);
  }
  EXPECT_FALSE(trial.is_due());
  EXPECT_NE(trial.next(CollectiveKind::moves, true), WindowState::went_back);
}

TEST(CollectiveTrial, MovesGainByTime) {
  CollectiveTrial trial;
  execute(trial, kFirst);
  EXPECT_EQ(trial.own_gains(kRequestNs).moves, 0);
  trial.use_ns() = CollectiveTrial::kCollectives * kRequestsOfCollective * kRequestNs + 1;
  EXPECT_EQ(trial.own_gains(kRequestNs).moves, 1);
}

TEST(CollectiveTrial, SumsGoByWhichWereExecutedAndByNothingElse) {
  CollectiveTrial with, without;
  execute(with, kFirst, {}, CollectiveKind::sums, true);
  execute(without, kFirst, {}, CollectiveKind::sums, false);
  without.use_ns() = uint64_t{1} << 40;
  EXPECT_EQ(with.own_gains(kRequestNs).sums, 1);
  EXPECT_EQ(without.own_gains(kRequestNs).sums, 0);
}

TEST(CollectiveTrial, SumsComeAgainWhenWindowsDo) {
  CollectiveTrial trial;
  execute(trial, kFirst, {}, CollectiveKind::sums, false);
  ASSERT_TRUE(trial.is_due());
  trial.agree(trial.own_gains(kRequestNs));
  EXPECT_EQ(trial.next(CollectiveKind::sums, true), WindowState::went_back);
  int executed = 1;
  for (; !trial.is_due(); ++executed) trial.next(CollectiveKind::sums, true);
  EXPECT_EQ(executed, kFirstPeriod + kFirst);
  trial.agree(trial.own_gains(kRequestNs));
  EXPECT_EQ(trial.next(CollectiveKind::sums, true), WindowState::kept);
}

TEST(TrialRule, PeriodsBecomeLonger) {
  EXPECT_EQ(next_period(0), kFirstPeriod);
  EXPECT_EQ(next_period(kFirstPeriod), 8 * kFirstPeriod);
  EXPECT_EQ(next_period(kLongestPeriod), kLongestPeriod);
}

}  // namespace
}  // namespace bamboo::overlap
