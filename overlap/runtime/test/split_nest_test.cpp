// SPDX-License-Identifier: Apache-2.0
// The memory of the library about a nest, from one execution to the next.
#include "runtime/splitting/split_nest.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "described_nest.h"
#include "runtime/splitting/split_history.h"

namespace bamboo::overlap {
namespace {

/// Nests that are always split.
class SplitNest : public testing::Test {
 protected:
  SplitNest() { nest_choice() = NestChoice::Split; }
};

/// Nests that wait, so that both ways are compared.
class ComparedNest : public testing::Test {
 protected:
  ComparedNest() { nest_choice() = NestChoice::Automatic; }
};

void wait() {
  std::this_thread::sleep_for(std::chrono::microseconds(50));
}

const AccessShape cells{.kind = AccessKind::Written, .loops = {0}};
const AccessShape cells_again{.kind = AccessKind::Kept, .loops = {0}};

/// Executes a nest of 8 cells behind a touch of the first ones; true when it has a core.
bool execute(bamboo_split_site& site, uint64_t touched_cells) {
  bool has_core = false;
  bamboo_split* split = bamboo_split_begin(&site);
  if (split != nullptr) {
    describe(split, {{{.may_cut = true}}, {cells}}, std::to_array<uint64_t>({8, 8, 1000, 8}));
    bamboo_split_touch(split, 0, 1000, 8 * touched_cells, 1);
    has_core = bamboo_split_core(split) != 0;
  }
  bamboo_split_core_ends(split);
  if (nest_choice() == NestChoice::Automatic) wait();
  split = bamboo_split_rest_plan(split, 0);
  while (bamboo_split_rest(split) != 0) {
  }
  return has_core;
}

bool execute_without_core(bamboo_split_site& site) {
  return execute(site, 8);
}

/// The same with results that are computed behind the rest: what is executed, in order.
std::string execute_detached(bamboo_split_site& site, uint64_t touched_cells) {
  std::string done;
  bamboo_split* split = bamboo_split_begin(&site);
  if (split != nullptr) {
    describe(split, {{{.may_cut = true}}, {cells, cells_again}},
             std::to_array<uint64_t>({8, 8, 1000, 8, 8, 1000, 8}));
    bamboo_split_touch(split, 0, 1000, 8 * touched_cells, 1);
    if (bamboo_split_core(split) != 0) done += "core ";
  }
  if (nest_choice() == NestChoice::Automatic) wait();
  split = bamboo_split_rest_plan(split, 1);
  while (bamboo_split_rest(split) != 0) done += "rest ";
  done += bamboo_split_results(split) != 0 ? "results" : "whole";
  bamboo_split_finish(split);
  return done;
}

uint64_t count(const bamboo_split_site& site, SplitOutcome outcome) {
  return site.history->outcomes[static_cast<size_t>(outcome)];
}

TEST_F(SplitNest, WhatIsInVainIsLookedAtLessAndLess) {
  bamboo_split_site site = {};
  std::vector<int> looked_at;
  for (int execution = 0; execution < 20; ++execution) {
    if (site.skip == 0) looked_at.push_back(execution);
    EXPECT_FALSE(execute_without_core(site));
  }
  EXPECT_EQ(looked_at, (std::vector<int>{0, 2, 6, 14}));
}

TEST_F(ComparedNest, OutcomesAreCounted) {
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr};
  EXPECT_FALSE(execute(site, 1));
  EXPECT_TRUE(execute(site, 1));
  EXPECT_TRUE(execute(site, 1));
  EXPECT_FALSE(execute_without_core(site));  // it is not described
  EXPECT_EQ(count(site, SplitOutcome::core_first), 2U);
  EXPECT_EQ(count(site, SplitOutcome::compared), 2U);
  EXPECT_GT(site.history->times.whole.count(), 0);
  EXPECT_GT(site.history->times.core.count(), 0);
}

TEST_F(SplitNest, ReasonsForWhichThereIsNoCoreAreCounted) {
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr};
  for (int execution = 0; execution < 4; ++execution) execute_without_core(site);
  EXPECT_EQ(count(site, SplitOutcome::touched_everywhere), 2U);
  EXPECT_EQ(count(site, SplitOutcome::not_looked_at), 2U);
  EXPECT_EQ(site.history->times.whole.count(), 0);
}

TEST_F(SplitNest, ANestOfAnotherVersionIsExecutedWhole) {
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr};
  constexpr uint64_t next_version = nest_version + 1;
  bamboo_split* split = bamboo_split_begin(&site);
  bamboo_split_describe(split, &next_version);
  EXPECT_EQ(bamboo_split_core(split), 0);
  split = bamboo_split_rest_plan(split, 0);
  EXPECT_EQ(bamboo_split_rest(split), 1);
  EXPECT_EQ(bamboo_split_end(split, 0), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(bamboo_split_rest(split), 0);
  EXPECT_EQ(count(site, SplitOutcome::other_version), 1U);
}

TEST_F(SplitNest, ANestThatWasLeftHalfWayDoesNotConcernTheNextOne) {
  // A siglongjmp out of a signal's handler leaves the first one.
  bamboo_split* left = bamboo_split_rest_plan(nullptr, 0);
  EXPECT_EQ(bamboo_split_rest(left), 1);
  bamboo_split* split = bamboo_split_rest_plan(nullptr, 0);
  EXPECT_EQ(bamboo_split_rest(split), 1);
  EXPECT_EQ(bamboo_split_rest(split), 0);
}

TEST_F(SplitNest, ALaterCoreLeavesOutWhatTheEarlierRestTouches) {
  const AccessShape reads{.kind = AccessKind::Read, .loops = {0}};
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr}, later = {"nest.c", 9, 0, 0, nullptr};
  bamboo_split* split = bamboo_split_begin(&site);
  describe(split, {{{.may_cut = true}}, {cells}}, std::to_array<uint64_t>({8, 8, 1000, 8}));
  bamboo_split_touch(split, 0, 1000, 8, 1);
  ASSERT_EQ(bamboo_split_core(split), 1);
  bamboo_split* next = bamboo_split_begin_behind(&later, split);
  ASSERT_NE(next, nullptr);
  describe(next, {{{.may_cut = true}}, {reads, cells}},
           std::to_array<uint64_t>({7, 16, 1000, 8, 8, 5000, 8}));
  bamboo_split_passes(next, 0, split);
  ASSERT_EQ(bamboo_split_core(next), 1);
  EXPECT_EQ(bamboo_split_first(next, 0), 1U);
  EXPECT_EQ(bamboo_split_end(next, 0), 7U);
  for (bamboo_split* one : {split, next}) {
    one = bamboo_split_rest_plan(one, 0);
    EXPECT_EQ(bamboo_split_rest(one), 1);
    EXPECT_EQ(bamboo_split_first(one, 0), 0U);
    EXPECT_EQ(bamboo_split_end(one, 0), 1U);
    EXPECT_EQ(bamboo_split_rest(one), 0);
  }
}

TEST_F(SplitNest, BehindANestWithoutACoreItRunsWhole) {
  bamboo_split_site later = {"nest.c", 9, 0, 0, nullptr};
  EXPECT_EQ(bamboo_split_begin_behind(&later, nullptr), nullptr);
  EXPECT_EQ(count(later, SplitOutcome::earlier_whole), 1U);
}

TEST_F(ComparedNest, WhileTheEarlierNestIsTimedTheLaterOneRunsWhole) {
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr}, later = {"nest.c", 9, 0, 0, nullptr};
  EXPECT_FALSE(execute(site, 1));
  bamboo_split* split = bamboo_split_begin(&site);
  describe(split, {{{.may_cut = true}}, {cells}}, std::to_array<uint64_t>({8, 8, 1000, 8}));
  bamboo_split_touch(split, 0, 1000, 8, 1);
  ASSERT_EQ(bamboo_split_core(split), 1);
  EXPECT_EQ(bamboo_split_begin_behind(&later, split), nullptr);
  split = bamboo_split_rest_plan(split, 0);
  while (bamboo_split_rest(split) != 0) {
  }
}

TEST_F(ComparedNest, WithoutACoreIsNotCounted) {
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr};
  for (int execution = 0; execution < 4; ++execution) execute_without_core(site);
  EXPECT_EQ(count(site, SplitOutcome::compared), 1U);  // the one that has waited
  EXPECT_EQ(count(site, SplitOutcome::touched_everywhere), 2U);
  EXPECT_EQ(count(site, SplitOutcome::not_looked_at), 1U);
}

TEST(AskedNest, RunsWhole) {
  nest_choice() = NestChoice::Whole;
  bamboo_split_site site = {"nest.c", 7, 0, 0, nullptr};
  EXPECT_FALSE(execute(site, 1));
  EXPECT_EQ(count(site, SplitOutcome::asked_whole), 1U);
}

TEST_F(SplitNest, ThreadsExecuteOneNest) {
  constexpr uint32_t long_skip = 1 << 21;
  bamboo_split_site site = {nullptr, 0, 1, long_skip, nullptr};
  std::atomic<uint32_t> skipped = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (uint32_t i = 0; i < long_skip / 4; ++i)
        if (bamboo_split_begin(&site) == nullptr) ++skipped;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(skipped, long_skip);
  EXPECT_EQ(site.skip, 0U);
}

TEST_F(SplitNest, ResultsAreComputedBehindTheRest) {
  bamboo_split_site site = {};
  EXPECT_EQ(execute_detached(site, 1), "core rest results");
}

TEST_F(SplitNest, WithoutACoreADetachedNestIsExecutedWhole) {
  bamboo_split_site site = {};
  EXPECT_EQ(execute_detached(site, 8), "whole");
  EXPECT_EQ(execute_detached(site, 8), "whole");  // it is not looked at
}

TEST_F(ComparedNest, TheTimeOfResultsIsPartOfTheComparison) {
  bamboo_split_site site = {};
  for (int i = 0; i < 4; ++i) execute_detached(site, 1);
  EXPECT_EQ(count(site, SplitOutcome::core_first), 2U);
  EXPECT_EQ(count(site, SplitOutcome::compared), 2U);
}

TEST_F(SplitNest, ADetachedNestLeavesNothingToTheNextOne) {
  bamboo_split_site site = {}, other = {};
  execute_detached(site, 8);
  execute_without_core(other);
  bamboo_split* split = bamboo_split_rest_plan(nullptr, 0);
  EXPECT_NE(bamboo_split_rest(split), 0);
  EXPECT_EQ(bamboo_split_rest(split), 0);
}

}  // namespace
}  // namespace bamboo::overlap
