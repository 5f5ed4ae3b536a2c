// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/spare_core.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

using namespace std::chrono_literals;
using enum SpareCore;

/// A process with two threads that want a core all the time, on a clock of its own.
class SpareCoreTest : public testing::Test {
 protected:
  SpareCoreTest() { look(0); }

  /// A period in which the threads waited so large a part of it.
  void look(double waited, double stolen = 0) {
    const auto part = [](double share) {
      return std::chrono::duration_cast<CoreFigures::Span>(share * SpareCoreWatch::look_period);
    };
    now_ += SpareCoreWatch::look_period;
    figures_.ran += part(2 - waited);
    figures_.waited += part(waited);
    figures_.stolen += part(stolen);
    watch_.look(now_, figures_);
  }
  void look_often(int looks, double waited) {
    for (int i = 0; i < looks; ++i) look(waited);
  }
  /// How long it stays away when there is nothing to wait for.
  std::chrono::nanoseconds absence() {
    const auto begin = now_;
    while (!watch_.may_use()) look(0);
    return now_ - begin;
  }

  SpareCoreWatch watch_;
  SpareCoreWatch::Time now_{};
  CoreFigures figures_;
};

TEST_F(SpareCoreTest, IsFreeWhileNoThreadWaits) {
  look_often(1000, 0.05);
  EXPECT_EQ(watch_.state(), Free);
}

TEST_F(SpareCoreTest, IsTakenWhereThreadsWait) {
  look(0.3);
  EXPECT_EQ(watch_.state(), Free) << "one look may be a disturbance";
  look(0);
  look(0.3);
  EXPECT_EQ(watch_.state(), Free) << "and another one, too";
  look(0.3);
  EXPECT_EQ(watch_.state(), Taken);
  EXPECT_FALSE(watch_.may_use());
}

TEST_F(SpareCoreTest, IsTakenWhereTheMachinesHostStealsIt) {
  look(0, 0.2);
  look(0, 0.2);
  EXPECT_EQ(watch_.state(), Taken);
}

TEST_F(SpareCoreTest, StaysTakenWhileThreadsWaitWithoutTheHelper) {
  look_often(200, 0.3);
  EXPECT_EQ(watch_.state(), Taken);
}

TEST_F(SpareCoreTest, IsTriedAndFreeAgain) {
  look_often(2, 0.3);
  EXPECT_EQ(absence(), SpareCoreWatch::first_absence);
  EXPECT_EQ(watch_.state(), Tried);
  look_often(SpareCoreWatch::good_looks, 0);
  EXPECT_EQ(watch_.state(), Free);
}

TEST_F(SpareCoreTest, IsLeftForLongerWhereEachTryMakesThreadsWait) {
  auto expected = SpareCoreWatch::first_absence;
  for (int i = 0; i < 10; ++i) {
    look_often(2, 0.3);
    EXPECT_EQ(absence(), expected);
    expected = std::min(2 * expected, SpareCoreWatch::longest_absence);
  }
  look_often(SpareCoreWatch::good_looks, 0);
  look_often(2, 0.3);
  EXPECT_EQ(absence(), SpareCoreWatch::first_absence) << "after it was free";
}

TEST_F(SpareCoreTest, CountsTheTimeThatTheThreadWasAway) {
  look_often(2, 0.3);
  EXPECT_EQ(watch_.absent(), 0ns);
  now_ += 10s;  // a look comes late
  look(0);
  EXPECT_TRUE(watch_.may_use());
  EXPECT_EQ(watch_.absent(), 10s + SpareCoreWatch::look_period);
  look_often(20, 0);
  EXPECT_EQ(watch_.absent(), 10s + SpareCoreWatch::look_period);
}

TEST_F(SpareCoreTest, IsFreeIfTheKernelReportsNothing) {
  for (int i = 0; i < 10; ++i) watch_.look(now_ += SpareCoreWatch::look_period, std::nullopt);
  EXPECT_EQ(watch_.state(), Free);
}

TEST_F(SpareCoreTest, IsCheckedNowAndThen) {
  EXPECT_FALSE(watch_.due(now_));
  EXPECT_TRUE(watch_.due(now_ + SpareCoreWatch::look_period));
}

}  // namespace
}  // namespace bamboo::support
