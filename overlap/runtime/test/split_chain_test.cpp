// SPDX-License-Identifier: Apache-2.0
// How a nest is cut whose core passes the rest of another nest, against all iterations one by one.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>

#include "test_nest.h"

namespace bamboo::overlap {
namespace {

void write(std::map<uint64_t, uint64_t>& memory, uint64_t address, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i) memory[address + i] = address + 3 * i;
}

TEST(SplitChain, EachNestLeavesOutOneLayerMore) {
  const TestNest nest = sweep({10, 12}, 10000, 20000), behind = sweep({10, 12}, 20000, 30000);
  SplitPlan plan = nest.plan(), next = behind.plan();
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 10000, 14 * 8, true);  // the row in front of the first
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.core()[0].first, 1);
  ASSERT_TRUE(next.prepare());
  next.touch(0, 10000, 14 * 8, true);
  next.touch_rest_of(1, plan);
  ASSERT_TRUE(next.decide());
  EXPECT_EQ(next.core()[0].first, 2);
  EXPECT_EQ(next.core()[0].end, 10);
  EXPECT_EQ(next.core()[1].size(), 12);
}

// The sides of a mesh: rows, and columns, which are runs.
TEST(SplitChain, AllSides) {
  const TestNest nest = sweep({14, 16, 13}, 10000, 50000);
  const TestNest behind = sweep({14, 16, 13}, 50000, 10000);
  SplitPlan plan = nest.plan(), next = behind.plan();
  next.allow(std::chrono::milliseconds(1));  // the nest is small, and touched cell by cell
  ASSERT_TRUE(plan.prepare());
  const auto touch = [](SplitPlan& one) {
    for (int i = 0; i < 16; ++i)
      for (int k = 0; k < 18; ++k)
        for (int j = 0; j < 15; ++j) {
          const bool is_side = i % 15 == 0 || k % 17 == 0 || j % 14 == 0;
          const unsigned site = i % 15 == 0 ? i / 15 : k % 17 == 0 ? 2 + k / 17 : 4 + j / 14;
          if (is_side) one.touch(site, 10000 + ((i * 18 + k) * 15 + j) * 8, 8, true);
        }
  };
  touch(plan);
  ASSERT_TRUE(plan.decide());
  ASSERT_EQ(plan.rest().size(), 6U);
  ASSERT_TRUE(next.prepare());
  touch(next);
  next.touch_rest_of(6, plan);
  ASSERT_TRUE(next.decide());
  for (const Range& range : next.core()) EXPECT_EQ(range.first, 2);
  EXPECT_EQ(next.core()[0].end, 12);
  EXPECT_EQ(next.core()[1].end, 14);
  EXPECT_EQ(next.core()[2].end, 11);
}

/// Pairs of nests over arrays that the other one reads or writes, with loops in any direction.
TEST(SplitChain, RandomNests) {
  std::mt19937 random(1);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  int chained = 0;
  for (int round = 0; round < 4000; ++round) {
    const int loops = between(1, 3);
    std::vector<int64_t> strides, counts;
    int64_t extent = 4;
    for (int i = 0; i < loops; ++i) {
      counts.insert(counts.begin(), between(1, 7));
      strides.insert(strides.begin(), extent);
      extent = extent * counts.front() + between(0, 2) * 4;
    }
    const std::vector<uint64_t> arrays = {100000, 200000, 300000};
    const auto make = [&](uint64_t from, uint64_t to) {
      TestNest nest{counts, std::vector<bool>(loops, true), {}};
      std::vector<int64_t> own = strides;
      uint64_t base = 0;
      for (int i = 0; i < loops; ++i) {
        if (between(0, 4) == 0) nest.counts[i] = between(1, static_cast<int>(counts[i]));
        if (i > 0) nest.may_cut[i] = nest.may_cut[i - 1] && between(0, 5) > 0;
        if (between(0, 5) > 0) continue;
        own[i] = -own[i];
        base += strides[i] * (nest.counts[i] - 1);
      }
      for (int i = between(1, 3); i-- > 0;) {
        const uint64_t shift = strides[between(0, loops - 1)] * between(-1, 1);
        nest.accesses.push_back({from + base + shift, 4, false, own});
      }
      nest.accesses.push_back({to + base, 4, true, own});
      return nest;
    };
    const TestNest nest = make(arrays[0], arrays[1]);
    const TestNest behind = make(arrays[between(0, 3) == 0 ? 0 : 1], arrays[between(0, 2)]);
    SplitPlan plan = nest.plan(), next = behind.plan();
    if (!plan.prepare() || !next.prepare()) continue;
    std::vector<uint64_t> touched;
    for (int i = between(0, 3); i-- > 0;)
      touched.push_back(arrays[between(0, 7) == 0 ? between(0, 2) : 0] + 4 * between(-2, 20));
    for (const uint64_t address : touched)
      for (SplitPlan* one : {&plan, &next}) {
        one->touch(0, address, 4, true);
        one->end_group();
      }
    if (!plan.decide()) continue;
    next.touch_rest_of(1, plan);
    if (!next.decide()) continue;
    ++chained;
    std::map<uint64_t, uint64_t> in_order, memory;
    for (const uint64_t address : touched) write(in_order, address, 4);
    execute(nest, whole(nest), in_order);
    execute(behind, whole(behind), in_order);
    execute(nest, plan.core(), memory);
    execute(behind, next.core(), memory);
    for (const uint64_t address : touched) write(memory, address, 4);
    for (const Box& part : plan.rest()) execute(nest, part, memory);
    for (const Box& part : next.rest()) execute(behind, part, memory);
    for (const auto& [address, value] : in_order)
      ASSERT_EQ(memory[address], value) << "round " << round << ", address " << address;
  }
  EXPECT_GT(chained, 500);
}

}  // namespace
}  // namespace bamboo::overlap
