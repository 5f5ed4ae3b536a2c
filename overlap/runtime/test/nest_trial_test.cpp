// SPDX-License-Identifier: Apache-2.0
// Both ways through a nest are compared, and a split is kept only where it is clearly faster. The
// clock is simulated.
#include "runtime/splitting/nest_trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace bamboo::overlap {
namespace {

using Rule = NestTrialRule;
using Time = std::chrono::nanoseconds;

/// Executes the nest with these times; the way that it went. All of what a split saves is waiting.
NestWay execute(NestTrials& trials, int split, int whole, int wait, NestTrials::Size size = 0) {
  if (trials.begin()) return NestWay::Whole;
  const NestTurn turn = trials.next(size);
  const int time = turn.way == NestWay::Split ? split : whole;
  if (turn.is_timed)
    trials.took(size, turn.way, {Time(time), Time(turn.way == NestWay::Split ? 0 : wait)});
  return turn.way;
}

std::string ways(NestTrials& trials, int count, int split, int whole, int wait) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += execute(trials, split, whole, wait) == NestWay::Split ? 'S' : 'W';
  return all;
}

constexpr int look_period = Rule::first_period;

TEST(NestTrial, ANestThatNeverWaitsIsNeverSplit) {
  NestTrials trials;
  EXPECT_EQ(ways(trials, 1000, 500, 1000, 10), std::string(1000, 'W'));
}

TEST(NestTrial, AWaitBeginsAComparison) {
  NestTrials trials;
  execute(trials, 500, 1000, 0);
  EXPECT_EQ(ways(trials, 5, 500, 1000, 500), "WSSWS");
}

TEST(NestTrial, ANestThatBeginsToWaitIsComparedLater) {
  NestTrials trials;
  for (int i = 0; i < Rule::looks_before_whole; ++i) execute(trials, 500, 1000, 0);
  EXPECT_EQ(ways(trials, look_period, 500, 1000, 500), std::string(look_period, 'W'));
  EXPECT_EQ(ways(trials, 5, 500, 1000, 500), "WSSWS");
}

TEST(NestTrial, KeepsTheFasterWay) {
  for (const int split : {500, 1500}) {
    NestTrials trials;
    EXPECT_EQ(ways(trials, 4, split, 1000, 500), "WSSW");
    EXPECT_EQ(ways(trials, look_period, split, 1000, 500),
              std::string(look_period, split < 1000 ? 'S' : 'W'));
  }
}

TEST(NestTrial, SmallDifferencesNeedMoreSamples) {
  NestTrials trials;
  const std::array more = {0, 0, 90, 40, 50, 20, 60, 10};
  std::string went;
  for (int i = 0; i < 20; ++i) went += ways(trials, 1, 900 + more[i % 8], 1000 + more[i % 8], 500);
  EXPECT_EQ(went, "WSSWSWWSSWWSWSSWSSSS");
}

TEST(NestTrial, AGainBelowTheMarginIsNone) {
  NestTrials trials;
  EXPECT_EQ(ways(trials, 8, 990, 1000, 500), "WSSWSWWS");
  EXPECT_EQ(ways(trials, look_period, 990, 1000, 500), std::string(look_period, 'W'));
}

// One process is late, so the message of the other one is there. The next execution waits again.
TEST(NestTrial, OneExecutionWithoutAWaitDecidesNothing) {
  NestTrials trials;
  for (int i = 0; i < 16; ++i) execute(trials, 1050, i == 3 ? 1000 : 1500, i == 3 ? 0 : 500);
  EXPECT_EQ(execute(trials, 1050, 1500, 500), NestWay::Split);
}

// Others compute on the processor, except once.
TEST(NestTrial, OneUndisturbedSplitDecidesNothing) {
  NestTrials trials;
  const std::array disturbed = {1500, 1700, 1600, 1550, 1800, 1650, 1500, 1900};
  for (int i = 0; i < 16; ++i)
    execute(trials, i == 1 ? 1300 : disturbed[i % 8] * 13 / 10, disturbed[i % 8], 500);
  EXPECT_EQ(execute(trials, 1300, 1000, 500), NestWay::Whole);
}

// Two arrays change places, and one of them is in the cache.
TEST(NestTrial, ExecutionsThatDifferByTurnsAreComparedFairly) {
  NestTrials trials;
  for (int i = 0; i < 16; ++i)
    execute(trials, i % 2 == 0 ? 1050 : 2100, i % 2 == 0 ? 1000 : 2000, 500);
  for (int i = 0; i < look_period; ++i) EXPECT_EQ(execute(trials, 1, 1, 0), NestWay::Whole);
}

TEST(NestTrial, ComparesAgainLessAndLessOften) {
  NestTrials trials;
  for (const int period : {64, 512, 4096, 32768, 32768}) {
    EXPECT_EQ(ways(trials, 4, 500, 1000, 500), "WSSW");
    EXPECT_EQ(ways(trials, period, 500, 1000, 500), std::string(period, 'S'));
  }
}

TEST(NestTrial, WhereThereIsNoCoreNothingIsCompared) {
  NestTrials trials;
  execute(trials, 500, 1000, 500);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(trials.begin());
    const NestTurn turn = trials.next(0);
    EXPECT_EQ(turn.way, NestWay::Split);
    EXPECT_TRUE(turn.is_timed);
  }
}

TEST(NestTrial, ATurnHasTheTimeOfTheLastExecutionWithoutACore) {
  NestTrials trials;
  trials.begin();
  EXPECT_EQ(trials.next(0).last, Time(0));
  trials.took_without_core(0, Time(700));
  trials.begin();
  EXPECT_EQ(trials.next(0).last, Time(700));
  EXPECT_EQ(trials.next(1).last, Time(0));
}

/// The iterations of a multigrid's levels, in the order of one cycle.
constexpr std::array levels_of_cycle = {0, 0, 1, 2};

// A small grid that runs whole takes less time than a large one that is split.
TEST(NestTrial, EachSizeIsComparedWithItself) {
  NestTrials trials;
  const std::array whole = {64000, 8000, 1000}, split = {48000, 7000, 1500};
  std::array<std::string, 3> went;
  for (int cycle = 0; cycle < 60; ++cycle)
    for (const int level : levels_of_cycle)
      went[level] += execute(trials, split[level], whole[level], whole[level] / 3, 20 - level) ==
                             NestWay::Split
                         ? 'S'
                         : 'W';
  EXPECT_EQ(went[0].substr(4, 20), std::string(20, 'S'));
  EXPECT_EQ(went[1].substr(8, 12), std::string(12, 'S'));
  EXPECT_EQ(went[2].substr(4, 12), std::string(12, 'W'));
}

TEST(NestTrial, WhereAllSizesStayWholeTheSizeIsNotAsked) {
  NestTrials trials;
  for (int cycle = 0; cycle < 4; ++cycle)
    for (const int level : levels_of_cycle) execute(trials, 2000, 1000, 500, level);
  for (int i = 0; i < look_period / 2; ++i) EXPECT_TRUE(trials.begin());
}

// Other threads have executed the nest meanwhile.
TEST(NestTrial, ATimeThatComesLateDecidesNothing) {
  NestTrials trials;
  EXPECT_FALSE(trials.begin());
  trials.next(0);
  for (int i = 0; i < 2 * look_period; ++i) EXPECT_FALSE(trials.begin());
  trials.took(0, NestWay::Whole, {Time(1000), Time(500)});
  EXPECT_FALSE(trials.begin());
}

TEST(NestTrial, SizesArePowersOfTwo) {
  EXPECT_EQ(NestTrials::size_of(0), 0);
  EXPECT_EQ(NestTrials::size_of(1000), 9);
  EXPECT_EQ(NestTrials::size_of(1023), 9);
  EXPECT_EQ(NestTrials::size_of(8 * 1000), 12);
}

/// Two processes that send one another a message in front of each execution.
struct Pair {
  double transit, nest, core, rest;  ///< nest: executed whole
  double noise;                      ///< that others add, as a share, at most
  bool adds_up = false;              ///< a sum over both follows each execution

  /// Nanoseconds of a run.
  double run(int executions, bool may_split, unsigned seed) const {
    std::array<NestTrials, 2> trials;
    std::array<double, 2> now = {0, transit / 2};  // one is late in the beginning
    std::mt19937 random(seed);
    for (int execution = 0; execution < executions; ++execution) {
      const std::array begun = now;
      for (const size_t p : {0, 1}) {
        const double slow = 1 + noise * static_cast<double>(random()) / 4294967296.0;
        const bool is_whole = !may_split || trials[p].begin();
        const NestTurn turn = is_whole ? NestTurn{NestWay::Whole} : trials[p].next(0);
        const bool splits = turn.way == NestWay::Split;
        const double before = begun[p] + (splits ? core * slow : 0);
        const double received = std::max(before, begun[1 - p] + transit);
        now[p] = received + (splits ? rest : nest) * slow;
        if (turn.is_timed)
          trials[p].took(0, turn.way,
                         {Time(static_cast<int64_t>(now[p] - begun[p])),
                          Time(static_cast<int64_t>(received - before))});
      }
      if (adds_up) now.fill(std::max(now[0], now[1]));
    }
    return std::max(now[0], now[1]);
  }

  /// The time of a run without splits, divided by that of one that may split: the mean of 100.
  double gain(int executions) const {
    double sum = 0;
    for (unsigned seed = 0; seed < 100; ++seed)
      sum += run(executions, false, seed) / run(executions, true, seed);
    return sum / 100;
  }
};

TEST(NestTrial, TwoProcessesThatGainBothSplit) {
  for (const bool adds_up : {false, true})
    for (const double noise : {0.0, 0.3}) {
      const Pair halo = {5e5, 1e6, 1e6, 5e4, noise, adds_up};
      EXPECT_GT(halo.gain(40), 1.28) << adds_up << " " << noise;
      EXPECT_GT(halo.gain(100), 1.3) << adds_up << " " << noise;
    }
}

// The product of a sparse matrix whose rows are looked for each time.
TEST(NestTrial, TwoProcessesThatLoseStayWhole) {
  for (const bool adds_up : {false, true})
    for (const double transit : {1e4, 1e5}) {
      const auto gain = [&](double noise) {
        return Pair{transit, 1e6, 1.4e6, 5e4, noise, adds_up}.gain(150);
      };
      EXPECT_GT(gain(0), 0.99) << adds_up << " " << transit;
      EXPECT_GT(gain(0.3), 0.98) << adds_up << " " << transit;
      EXPECT_GT(gain(2), 0.96) << adds_up << " " << transit;
    }
}

}  // namespace
}  // namespace bamboo::overlap
