// SPDX-License-Identifier: Apache-2.0
// When the processes of a communicator agree again on the form of collectives, and what follows.
#include "runtime/interposition/collective_trial.h"

#include <gtest/gtest.h>

namespace bamboo::overlap {
namespace {

constexpr uint64_t request_ns = 30;

/// Executes `count` collectives; true: one of them had to be agreed on before, with `gains`.
bool execute(CollectiveTrial& trial, int count, const CollectiveGains& gains = {},
             CollectiveKind kind = CollectiveKind::Moves, bool has_window = true) {
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

constexpr int first = warm_up + CollectiveTrial::collectives;

TEST(CollectiveTrial, AgreesBehindTheFirstOnes) {
  CollectiveTrial trial;
  EXPECT_FALSE(execute(trial, first));
  EXPECT_TRUE(execute(trial, 1));
}

TEST(CollectiveTrial, ThoseThatWarmUpAreNotTimed) {
  CollectiveTrial trial;
  for (int i = 0; i < first; ++i) {
    EXPECT_FALSE(trial.is_due());
    EXPECT_EQ(trial.next(CollectiveKind::Moves, true),
              i < warm_up ? WindowState::Kept : WindowState::Tried);
  }
}

TEST(CollectiveTrial, GoesBackUntilTheNextTrial) {
  CollectiveTrial trial;
  execute(trial, first);
  EXPECT_TRUE(trial.is_due());
  trial.agree({0, 1});
  for (int i = 0; i < first_period; ++i) {
    ASSERT_EQ(i > 0 && trial.is_due(), false);
    EXPECT_EQ(trial.next(CollectiveKind::Moves, true), WindowState::WentBack);
    EXPECT_EQ(trial.next(CollectiveKind::Sums, true), WindowState::Kept);
  }
  EXPECT_FALSE(trial.is_due());
  EXPECT_NE(trial.next(CollectiveKind::Moves, true), WindowState::WentBack);
}

TEST(CollectiveTrial, MovesGainByTime) {
  CollectiveTrial trial;
  execute(trial, first);
  EXPECT_EQ(trial.own_gains(request_ns).moves, 0);
  trial.use_ns() = CollectiveTrial::collectives * requests_of_collective * request_ns + 1;
  EXPECT_EQ(trial.own_gains(request_ns).moves, 1);
}

TEST(CollectiveTrial, SumsGoByWhichWereExecutedAndByNothingElse) {
  CollectiveTrial with, without;
  execute(with, first, {}, CollectiveKind::Sums, true);
  execute(without, first, {}, CollectiveKind::Sums, false);
  without.use_ns() = uint64_t{1} << 40;
  EXPECT_EQ(with.own_gains(request_ns).sums, 1);
  EXPECT_EQ(without.own_gains(request_ns).sums, 0);
}

TEST(CollectiveTrial, SumsComeAgainWhenWindowsDo) {
  CollectiveTrial trial;
  execute(trial, first, {}, CollectiveKind::Sums, false);
  ASSERT_TRUE(trial.is_due());
  trial.agree(trial.own_gains(request_ns));
  EXPECT_EQ(trial.next(CollectiveKind::Sums, true), WindowState::WentBack);
  int executed = 1;
  for (; !trial.is_due(); ++executed) trial.next(CollectiveKind::Sums, true);
  EXPECT_EQ(executed, first_period + first);
  trial.agree(trial.own_gains(request_ns));
  EXPECT_EQ(trial.next(CollectiveKind::Sums, true), WindowState::Kept);
}

TEST(TrialRule, PeriodsBecomeLonger) {
  EXPECT_EQ(next_period(0), first_period);
  EXPECT_EQ(next_period(first_period), 8 * first_period);
  EXPECT_EQ(next_period(longest_period), longest_period);
}

}  // namespace
}  // namespace bamboo::overlap
