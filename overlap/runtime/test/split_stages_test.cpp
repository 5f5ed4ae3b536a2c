// SPDX-License-Identifier: Apache-2.0
// A core that begins at a completion is only compared with what follows it.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "described_nest.h"
#include "runtime/splitting/offered_core.h"
#include "test_nest.h"

namespace bamboo::overlap {
namespace {

using Stages = std::vector<std::vector<Touched>>;  ///< first what no completion precedes

void report(const Stages& stages, SplitPlan& plan) {
  for (size_t stage = 0; stage < stages.size(); ++stage) {
    if (stage > 0) plan.next_stage();
    for (unsigned site = 0; site < stages[stage].size(); ++site) {
      const Touched& one = stages[stage][site];
      plan.touch(site, one.address, one.bytes, one.written);
    }
  }
}

/// Everything that each stage touches, in turns with as many pieces of the core as `wanted` says.
std::map<uint64_t, uint64_t> in_pieces(const TestNest& nest, const Stages& stages, SplitPlan& plan,
                                       OfferedCore& core, const auto& wanted) {
  std::map<uint64_t, uint64_t> memory;
  const auto touch = [&](const Touched& one) {
    for (uint64_t i = 0; i < one.bytes; ++i) {
      uint64_t& cell = memory[one.address + i];
      one.written ? cell = cell * 31 + one.address : memory[0] = memory[0] * 31 + cell;
    }
  };
  core.begin(plan.cores(), plan.cuttable(), [](void*) {}, nullptr);
  for (size_t stage = 0; stage < stages.size(); ++stage) {
    if (stage > 0) core.next_stage();
    for (int left = wanted(); stage > 0 && left > 0 && !core.is_done(); --left) {
      execute(nest, core.next(), memory);
      core.took({}, {});
    }
    for (const Touched& one : stages[stage]) touch(one);
  }
  plan.shrink_core(core.done());
  for (const Box& part : plan.rest()) execute(nest, part, memory);
  return memory;
}

size_t size_of(const Box& box) {
  return iterations(box).size();
}

TEST(SplitStages, BeginsBehindWhatAllRowsNeed) {
  const TestNest nest = sweep({8, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  report({{}, {{10000, 800, true}}, {{10000, 80, true}}}, plan);
  ASSERT_TRUE(plan.decide());
  ASSERT_EQ(plan.cores().size(), 1U);
  EXPECT_EQ(plan.cores()[0].stage, 2U);
  EXPECT_EQ(plan.core()[0].size(), 7);
}

TEST(SplitStages, WhatPrecedesTheFirstCompletionIsNotCompared) {
  const TestNest nest = sweep({8, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  report({{{10000, 800, true}}, {{10000, 80, true}}}, plan);
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.cores()[0].stage, 1U);
  EXPECT_EQ(plan.core()[0].size(), 7);
}

TEST(SplitStages, GrowsWhereALaterStageAllowsMuchMore) {
  const TestNest nest = sweep({8, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  report({{}, {{10000, 400, true}}, {{10000, 80, true}}}, plan);
  ASSERT_TRUE(plan.decide());
  ASSERT_EQ(plan.cores().size(), 2U);
  EXPECT_LT(size_of(plan.cores()[0].box), size_of(plan.cores()[1].box));
}

TEST(SplitStages, TheFirstStageThatAllowsNearlyAllIsTaken) {
  const TestNest nest = sweep({8, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  report({{}, {{10000, 80, true}}, {{10720, 80, true}}}, plan);
  ASSERT_TRUE(plan.decide());
  ASSERT_EQ(plan.cores().size(), 1U);
  EXPECT_EQ(plan.cores()[0].stage, 1U);
  EXPECT_EQ(plan.core()[0].size(), 6);
}

TEST(SplitStages, StaysWholeWhereTheLastStageTouchesAll) {
  const TestNest nest = sweep({8, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  report({{}, {{10000, 80, true}}, {{10000, 800, true}}}, plan);
  EXPECT_FALSE(plan.decide());
  EXPECT_EQ(plan.why_whole(), SplitOutcome::touched_everywhere);
}

/// A site with too many conflicts widens its last one, which takes the stage of the latest.
TEST(SplitStages, ManyConflictsAreOfTheirLastStage) {
  const TestNest nest = sweep({700}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  for (uint64_t i = 0; i < 300; ++i) {
    plan.touch(0, 10000 + 8 * i, 8, true);
    plan.end_group();
  }
  plan.next_stage();
  plan.touch(0, 10000 + 8 * 300, 8, true);
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.cores()[0].stage, 1U);
  EXPECT_GE(plan.core()[0].first, 300);
}

TEST(SplitStages, PiecesOfAllStagesDoWhatTheNestDoes) {
  int begun_late = 0, grown = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    std::mt19937 random(seed);
    const auto any = [&](int from, int to) {
      return std::uniform_int_distribution(from, to)(random);
    };
    std::vector<int64_t> n(any(1, 3));
    for (int64_t& one : n) one = any(2, 7);
    TestNest nest = sweep(n, 100000, 200000);
    if (n.size() > 1 && any(0, 2) == 0) nest.may_cut.back() = false;
    const uint64_t bytes = nest.accesses[0].strides[0] * (n[0] + 2);
    Stages stages(any(2, 5));
    for (auto& stage : stages)
      for (int i = any(0, 3); i > 0; --i) {
        const uint64_t at = any(0, 3) == 0 ? 200000 : 100000;
        const uint64_t length = any(1, any(0, 2) == 0 ? static_cast<int>(bytes) : 16);
        stage.push_back({at + 8 * static_cast<uint64_t>(any(0, static_cast<int>(bytes / 8))),
                         length, any(0, 1) == 0});
      }
    SplitPlan plan = nest.plan();
    ASSERT_TRUE(plan.prepare());
    report(stages, plan);
    if (!plan.decide()) continue;
    begun_late += plan.cores()[0].stage > 1 ? 1 : 0;
    grown += plan.cores().size() > 1 ? 1 : 0;
    OfferedCore pieces, none;
    SplitPlan whole = plan;
    EXPECT_EQ(in_pieces(nest, stages, plan, pieces, [&] { return any(0, 6); }),
              in_pieces(nest, stages, whole, none, [] { return 0; }))
        << "seed " << seed;
  }
  EXPECT_GT(begun_late, 20);
  EXPECT_GT(grown, 20);
}

}  // namespace
}  // namespace bamboo::overlap
