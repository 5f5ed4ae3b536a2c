// SPDX-License-Identifier: Apache-2.0
// How a nest of loops is cut, against all iterations one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "test_nest.h"

namespace bamboo::overlap {
namespace {

/// The nest behind its touches, whole and split, does the same.
void expect_same(const TestNest& nest, const std::vector<Touched>& touches, SplitPlan& plan,
                 const std::string& what) {
  std::map<uint64_t, uint64_t> whole_memory, split_memory;
  const auto touch = [&](std::map<uint64_t, uint64_t>& memory) {
    uint64_t seen = 7;
    for (const Touched& one : touches)
      for (uint64_t i = 0; i < one.bytes; ++i) {
        if (one.written) memory[one.address + i] = seen + i + one.address;
        seen = seen * 31 + memory[one.address + i];
      }
    memory[0] = seen;
  };
  touch(whole_memory);
  execute(nest, whole(nest), whole_memory);
  execute(nest, plan.core(), split_memory);
  touch(split_memory);
  size_t count = iterations(plan.core()).size();
  for (const Box& part : plan.rest()) {
    execute(nest, part, split_memory);
    count += iterations(part).size();
  }
  EXPECT_EQ(count, iterations(whole(nest)).size()) << what;
  for (auto& [address, value] : whole_memory)
    EXPECT_EQ(split_memory[address], value) << what << ", address " << address;
}

TEST(SplitPlan, RowsOfAPlane) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 10000 + 8, 64, true);  // the row before the first
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.core()[0].first, 1);
  EXPECT_EQ(plan.core()[0].end, 6);
  EXPECT_EQ(plan.core()[1].size(), 8);
  EXPECT_EQ(plan.rest().size(), 1U);
}

TEST(SplitPlan, AColumnIsCutAlongTheRows) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  for (int i = 1; i <= 6; ++i) {
    plan.touch(0, 10000 + i * 80, 8, true);
    plan.end_group();
  }
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.core()[0].size(), 6);
  EXPECT_EQ(plan.core()[1].first, 1);
  EXPECT_EQ(plan.core()[1].end, 8);
}

TEST(SplitPlan, AColumnAsARun) {
  for (const bool from_below : {true, false}) {
    const TestNest nest = sweep({6, 8}, 10000, 20000);
    SplitPlan plan = nest.plan();
    ASSERT_TRUE(plan.prepare());
    plan.touch_run(0, 10000 + (from_below ? 1 : 6) * 80, 8, from_below ? 80 : -80, 6, true);
    ASSERT_TRUE(plan.decide());
    EXPECT_EQ(plan.core()[0].size(), 6);
    EXPECT_EQ(plan.core()[1].first, 1);
    EXPECT_EQ(plan.core()[1].end, 8);
  }
}

TEST(SplitPlan, RunsThatCannotBe) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  const auto decides = [&](uint64_t address, int64_t stride, uint64_t count) {
    SplitPlan plan = nest.plan();
    plan.prepare();
    plan.touch_run(0, address, 8, stride, count, true);
    return plan.decide();
  };
  EXPECT_TRUE(decides(50000, 80, 6));
  EXPECT_TRUE(decides(50000, 80, 0));
  EXPECT_FALSE(decides(50000, -80, 5000));
  EXPECT_FALSE(decides(50000, INT64_MAX, 3));
  EXPECT_FALSE(decides(50000, 8, uint64_t{1} << 62));
}

TEST(SplitPlan, FourSides) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 10000 + 8, 64, true);
  plan.touch(1, 10000 + 7 * 80 + 8, 64, true);
  for (int i = 1; i <= 6; ++i) {
    plan.touch(2, 10000 + i * 80, 8, true);
    plan.touch(3, 10000 + i * 80 + 72, 8, true);
  }
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.core()[0].size(), 4);
  EXPECT_EQ(plan.core()[1].size(), 6);
  EXPECT_EQ(plan.rest().size(), 4U);
}

/// Touches all cells of the planes of ghost cells of a cube of n points along each axis.
void touch_faces(SplitPlan& plan, uint64_t from, uint64_t n) {
  const uint64_t row = (n + 2) * 8, plane = (n + 2) * row;
  for (unsigned face = 0; face < 6; ++face) {
    plan.end_group();
    const uint64_t ghost = face % 2 == 0 ? 0 : n + 1;
    for (uint64_t a = 1; a <= n; ++a)
      for (uint64_t b = 1; b <= n; ++b) {
        const uint64_t place[3] = {face / 2 == 0 ? ghost : a,
                                   face / 2 == 1   ? ghost
                                   : face / 2 == 0 ? a
                                                   : b,
                                   face / 2 == 2 ? ghost : b};
        plan.touch(face, from + place[0] * plane + place[1] * row + place[2] * 8, 8, true);
      }
  }
}

// Cells that follow one another are looked at together: else looking costs more than it may.
TEST(SplitPlan, SixFacesCellByCell) {
  const int64_t n = 128;
  SplitPlan plan = sweep({n, n, n}, 1 << 20, 1 << 28).plan();
  ASSERT_TRUE(plan.prepare());
  touch_faces(plan, 1 << 20, n);
  ASSERT_TRUE(plan.decide());
  for (const Range& range : plan.core()) {
    EXPECT_EQ(range.first, 1);
    EXPECT_EQ(range.end, n - 1);
  }
}

// The program unpacks each row of a plane by a loop. The faces contain their edges.
TEST(SplitPlan, SixFacesRowByRow) {
  const uint64_t n = 40, row = (n + 2) * 8, plane = (n + 2) * row, from = 1 << 20;
  SplitPlan plan = sweep({n, n, n}, from, 1 << 28).plan();
  ASSERT_TRUE(plan.prepare());
  for (const uint64_t ghost : {uint64_t{0}, n + 1})
    for (unsigned axis = 0; axis < 3; ++axis) {
      plan.end_group();
      const uint64_t place = ghost * (axis == 0 ? plane : axis == 1 ? row : 8);
      const uint64_t outer = axis == 0 ? row : plane, inner = axis == 2 ? row : 8;
      for (uint64_t a = 0; a < n + 2; ++a)
        plan.touch_run(axis, from + place + a * outer, 8, static_cast<int64_t>(inner), n + 2, true);
    }
  ASSERT_TRUE(plan.decide());
  for (const Range& range : plan.core()) {
    EXPECT_EQ(range.first, 1);
    EXPECT_EQ(range.end, n - 1);
  }
}

// Where almost as much is touched as the nest touches itself, looking ends early.
TEST(SplitPlan, TooMuchIsTouched) {
  const int64_t n = 256;
  SplitPlan plan = sweep({n, n}, 1 << 20, 1 << 28).plan();
  ASSERT_TRUE(plan.prepare());
  for (uint64_t i = 0; i < n * n; ++i) plan.touch(0, (1U << 29) + i * 8, 8, true);
  EXPECT_FALSE(plan.decide());
}

// Iterations may take longer than their accesses, and the nest may wait for its messages.
TEST(SplitPlan, MuchMayBeTouchedWhereTheNestTakesLong) {
  const int64_t n = 256;
  for (const int milliseconds : {1, 10}) {
    SplitPlan plan = sweep({n, n}, 1 << 20, 1 << 28).plan();
    plan.allow(std::chrono::milliseconds(milliseconds));
    ASSERT_TRUE(plan.prepare());
    for (uint64_t i = 0; i < n * n; ++i) plan.touch(0, (1U << 29) + i * 8, 8, true);
    EXPECT_EQ(plan.decide(), milliseconds == 10);
  }
}

TEST(SplitPlan, NothingInTheWay) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 30000, 64, true);
  plan.touch(0, 10000, 800, false);  // reading is allowed
  ASSERT_TRUE(plan.decide());
  EXPECT_TRUE(plan.rest().empty());
}

TEST(SplitPlan, EverythingInTheWay) {
  const TestNest nest = sweep({6, 8}, 10000, 20000);
  SplitPlan plan = nest.plan();
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 10000, 800, true);
  EXPECT_FALSE(plan.decide());
}

TEST(SplitPlan, ArraysThatOverlap) {
  EXPECT_FALSE(sweep({6, 8}, 10000, 10000).plan().prepare());
  EXPECT_FALSE(sweep({6, 8}, 10000, 10400).plan().prepare());
}

// The library reads the indices of a row before the row is executed. A row that reads what it
// writes itself, such as its own length, would be inspected with an old value.
TEST(SplitPlan, RowsThatReadWhatTheyWrite) {
  const TestNest nest{{50}, {true}, {{1000, 8, false, {8}}, {1000, 8, true, {8}}}};
  EXPECT_TRUE(nest.plan().prepare());
  SplitPlan rows = nest.plan();
  rows.cut_by_rows();
  EXPECT_FALSE(rows.prepare());
}

/// y[i] += … : the inspection of a row does not read the value that the row adds to.
TEST(SplitPlan, RowsMayAddToWhatTheyWrite) {
  for (const int64_t stride : {8, 0}) {
    SplitPlan rows;
    rows.add_loop(50, true);
    rows.add_access(AccessKind::Value, 1000, 8);
    rows.add_stride(0, stride);
    rows.add_access(AccessKind::Written, 1000, 8);
    rows.add_stride(0, 8);
    rows.cut_by_rows();
    EXPECT_EQ(rows.prepare(), stride == 8);  // else one row reads what another one writes
  }
}

TEST(SplitPlan, ASumIntoOnePlace) {
  TestNest nest = sweep({6, 8}, 10000, 20000);
  nest.accesses.back().strides = {8, 0};
  EXPECT_FALSE(nest.plan().prepare());
}

TEST(SplitPlan, CountsThatCannotBe) {
  TestNest nest = sweep({6, 8}, 10000, 20000);
  nest.counts[0] = 0;
  EXPECT_FALSE(nest.plan().prepare());
  nest.counts[0] = -1;
  EXPECT_FALSE(nest.plan().prepare());
  nest.counts[0] = INT64_MAX / 16;
  EXPECT_FALSE(nest.plan().prepare());
}

/// A mesh whose second axis is blocked: 5 rows in blocks of 3.
TEST(SplitPlan, BlocksThatDoNotFit) {
  SplitPlan plan;
  plan.add_loop(4, true);
  plan.add_loop(2, true);
  plan.add_loop(3, false);
  plan.add_reach(2, 1, 3, 4);
  for (const bool written : {false, true}) {
    plan.add_access(kind_of(written), written ? 20000 : 10000, 8);
    plan.add_stride(0, 5 * 8);
    plan.add_stride(1, 3 * 8);
    plan.add_stride(2, 8);
  }
  ASSERT_TRUE(plan.prepare());
  for (int i = 0; i < 4; ++i) plan.touch(0, 10000 + i * 40, 8, true);
  ASSERT_TRUE(plan.decide());
  EXPECT_EQ(plan.core()[0].size(), 4);
  EXPECT_EQ(plan.core()[1].first, 1);
}

/// Nests with negative strides and updates in place, and touches anywhere.
TEST(SplitPlan, RandomNests) {
  std::mt19937 random(1);
  const auto between = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  int split = 0;
  for (int round = 0; round < 3000; ++round) {
    TestNest nest;
    const int loops = between(1, 4);
    std::vector<int64_t> strides;
    int64_t extent = between(1, 2) * 4;
    for (int i = 0; i < loops; ++i) {
      nest.counts.insert(nest.counts.begin(), between(1, 6));
      nest.may_cut.insert(nest.may_cut.begin(), i + 1 == loops || between(0, 3) > 0);
      strides.insert(strides.begin(), extent * (between(0, 7) == 0 ? -1 : 1));
      extent = extent * nest.counts.front() + between(0, 2) * 4;
    }
    const int64_t middle = 100000;
    const auto offset = [&] {
      const int64_t loop = between(0, loops - 1);
      return strides[loop] * between(-1, 1) + (between(0, 5) == 0 ? between(-9, 9) : 0);
    };
    for (int i = between(0, 4); i-- > 0;)
      nest.accesses.push_back({static_cast<uint64_t>(middle + offset()),
                               static_cast<uint64_t>(between(1, 8)), false, strides});
    const int64_t to = between(0, 3) == 0 ? middle : 200000;
    nest.accesses.push_back({static_cast<uint64_t>(to), 4, true, strides});
    if (between(0, 7) == 0)
      for (int64_t& stride : nest.accesses.back().strides) stride = between(-1, 1) * stride;
    SplitPlan plan = nest.plan();
    if (!plan.prepare()) continue;
    std::vector<Touched> touches;
    for (int i = between(1, 6); i-- > 0;) {
      const auto base = static_cast<uint64_t>(between(0, 3) == 0 ? to : middle);
      Touched next{base + between(-static_cast<int>(extent), static_cast<int>(extent)),
                   static_cast<uint64_t>(between(1, 12)), between(0, 4) > 0};
      // Rows and columns, in step with a loop or not.
      const int64_t step = between(0, 3) == 0 ? between(-20, 20) : strides[between(0, loops - 1)];
      const int count = between(0, 1) == 0 ? 1 : between(1, 9);
      const int site = between(0, 2);
      const bool as_run = between(0, 2) == 0;
      if (as_run) plan.touch_run(site, next.address, next.bytes, step, count, next.written);
      for (int k = 0; k < count; ++k) {
        touches.push_back(next);
        if (!as_run) plan.touch(site, next.address, next.bytes, next.written);
        next.address += step;
      }
      if (between(0, 1) == 0) plan.end_group();
    }
    if (!plan.decide()) continue;
    split += plan.rest().empty() ? 0 : 1;
    expect_same(nest, touches, plan, "round " + std::to_string(round));
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(split, 100);
}

}  // namespace
}  // namespace bamboo::overlap
