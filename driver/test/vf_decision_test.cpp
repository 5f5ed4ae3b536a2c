// SPDX-License-Identifier: Apache-2.0
#include "commands/vf_decision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace bamboo::driver {
namespace {

/// Seconds of a run with each VF.
using Times = std::map<int, double>;

VfRecord after_runs(const Times& times, int number) {
  VfRecord record;
  for (int i = 0; i < number; ++i) {
    const int vf = decide(record).vf;
    record = with_run(record, {.vf = vf, .seconds = times.at(vf)});
  }
  return record;
}

std::vector<int> factors_of_runs(const Times& times, int number) {
  std::vector<int> factors;
  for (int i = 0; i < number; ++i) factors.push_back(decide(after_runs(times, i)).vf);
  return factors;
}

using Factors = std::vector<int>;

TEST(VfDecision, TriesEachOnceAndComparesTheFastestWithTheReference) {
  EXPECT_EQ(factors_of_runs({{1, 10}, {2, 9}, {4, 7}, {8, 8}}, 10),
            (Factors{1, 2, 4, 8, 1, 4, 1, 4, 4, 4}));
  const VfRecord record = after_runs({{1, 10}, {2, 9}, {4, 7}, {8, 8}}, 8);
  EXPECT_EQ(decide(record), (VfDecision{4, VfReason::Faster}));
  EXPECT_DOUBLE_EQ(gain_of(record, 4), 10.0 / 7);
}

TEST(VfDecision, TriesNoLargerOneThanOneThatIsClearlySlower) {
  EXPECT_EQ(factors_of_runs({{1, 10}, {2, 11}}, 5), (Factors{1, 2, 1, 1, 1}));
  EXPECT_EQ(decide(after_runs({{1, 10}, {2, 11}}, 2)), (VfDecision{1, VfReason::NotFaster}));
}

TEST(VfDecision, TriesLargerOnesThanOneThatIsAsFast) {
  EXPECT_EQ(factors_of_runs({{1, 10}, {2, 10.2}, {4, 8}, {8, 9}}, 9),
            (Factors{1, 2, 4, 8, 1, 4, 1, 4, 4}));
}

TEST(VfDecision, StaysWithTheReferenceWhereNothingIsFaster) {
  const VfRecord record = after_runs({{1, 10}, {2, 10}, {4, 9.9}, {8, 10.3}}, 4);
  EXPECT_EQ(decide(record), (VfDecision{1, VfReason::NotFaster}));
}

TEST(VfDecision, KeepsNoneWhoseRunsOverlapThoseOfTheReference) {
  VfRecord record = after_runs({{1, 10}, {2, 9}, {4, 12}}, 3);
  record = with_run(record, {.vf = 1, .seconds = 9.2});
  record = with_run(record, {.vf = 2, .seconds = 9.3});
  EXPECT_EQ(record.tried[1].verdict, VfVerdict::NotFaster);
  EXPECT_EQ(decide(record), (VfDecision{1, VfReason::NotFaster}));
}

TEST(VfDecision, ComparesTheNextOneWhenTheFastestIsNotKept) {
  VfRecord record = after_runs({{1, 10}, {2, 9}, {4, 8}, {8, 12}}, 5);
  record = with_run(record, {.vf = 4, .seconds = 11});
  EXPECT_EQ(decide(record), (VfDecision{2, VfReason::Trial}));
}

TEST(VfDecision, DoesNotTryWhatIsRefusedNorWhatIsLarger) {
  VfRecord record = after_runs({{1, 10}, {2, 8}}, 2);
  record = with_run(record, {.vf = 4, .seconds = 0.5, .status = 1});
  EXPECT_EQ(record.tried[2].verdict, VfVerdict::Refused);
  EXPECT_EQ(decide(record), (VfDecision{1, VfReason::Reference}));
  const VfRecord none = with_run(after_runs({{1, 10}}, 1), {.vf = 2, .seconds = 20, .status = 1});
  EXPECT_EQ(decide(none), (VfDecision{1, VfReason::NotFaster}));
}

TEST(VfDecision, TakesARunThatEndsTooEarlyForARefusal) {
  const VfRecord record = with_run(after_runs({{1, 10}}, 1), {.vf = 2, .seconds = 3.9});
  EXPECT_EQ(record.tried[1].verdict, VfVerdict::Refused);
  EXPECT_TRUE(record.tried[1].seconds.empty());
}

TEST(VfDecision, IgnoresFailuresThatDoNotComeFromTheNumberOfRanks) {
  const VfRecord empty;
  EXPECT_EQ(with_run(empty, {.vf = 1, .seconds = 10, .status = 1}), empty);
  const VfRecord kept = after_runs({{1, 10}, {2, 8}, {4, 9}, {8, 9}}, 9);
  ASSERT_EQ(decide(kept).vf, 2);
  EXPECT_EQ(with_run(kept, {.vf = 2, .seconds = 1, .status = 1}), kept);
}

TEST(VfDecision, GoesBackWhenItIsNoLongerFaster) {
  const Times before{{1, 10}, {2, 7}, {4, 8}, {8, 8.5}};
  VfRecord record = after_runs(before, 8);
  ASSERT_EQ(decide(record), (VfDecision{2, VfReason::Faster}));
  const Times now{{1, 10}, {2, 11}};
  Factors factors;
  for (int i = 0; i < 6; ++i) {
    factors.push_back(decide(record).vf);
    record = with_run(record, {.vf = factors.back(), .seconds = now.at(factors.back())});
  }
  EXPECT_EQ(factors, (Factors{2, 2, 1, 2, 1, 1}));
}

TEST(VfDecision, KeepsItWhenEverythingBecomesSlower) {
  VfRecord record = after_runs({{1, 10}, {2, 7}, {4, 8}, {8, 8.5}}, 8);
  const Times now{{1, 20}, {2, 14}};
  for (int i = 0; i < 8; ++i) {
    const int vf = decide(record).vf;
    record = with_run(record, {.vf = vf, .seconds = now.at(vf)});
  }
  EXPECT_EQ(decide(record), (VfDecision{2, VfReason::Faster}));
}

TEST(VfDecision, IgnoresATrialWithoutAReference) {
  const VfRecord empty;
  EXPECT_EQ(with_run(empty, {.vf = 2, .seconds = 10}), empty);
}

/// A program that is slower with each VF, and runs that others disturb: what trials cost, and a VF
/// that is kept for a while, leave 200 runs above 0.98 of VF 1.
TEST(VfDecision, KeepsNoneBelowTheReference) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto noise = [&random] { return 1 + 0.1 * static_cast<double>(random() % 1000) / 1000; };
    const Times times{{1, 10}, {2, 10.3}, {4, 10.5}, {8, 12}};
    VfRecord record;
    double time = 0;
    constexpr int runs = 200;
    for (int i = 0; i < runs; ++i) {
      const int vf = decide(record).vf;
      time += times.at(vf);
      record = with_run(record, {.vf = vf, .seconds = times.at(vf) * noise()});
    }
    EXPECT_LT(runs * times.at(1) / time, 1.0001);
    EXPECT_GT(runs * times.at(1) / time, 0.98) << "seed " << seed;
  }
}

TEST(VfDecision, ComesToAnEndWhateverTheTimes) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    VfRecord record;
    const auto is_settled = [&record] {
      const VfReason reason = decide(record).reason;
      return reason == VfReason::Faster || reason == VfReason::NotFaster;
    };
    int runs = 0;
    for (; !is_settled() && runs < 100; ++runs) {
      const int status = random() % 16 == 0 && decide(record).vf > 1 ? 1 : 0;
      const double seconds = 5 + static_cast<double>(random() % 10000) / 1000;
      record = with_run(record, {decide(record).vf, seconds, status});
    }
    EXPECT_LE(runs, 12) << "seed " << seed;
  }
}

}  // namespace
}  // namespace bamboo::driver
