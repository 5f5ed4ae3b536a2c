// SPDX-License-Identifier: Apache-2.0
// Nests that read what the inspection has read: it must be unchanged.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/splitting/split_plan.h"

namespace bamboo::overlap {
namespace {

/// Two loops of 4 and 8 that write rows of `v`; what is read again is found as it was.
SplitPlan plan_with_again(uint64_t address, std::vector<int64_t> strides, bool is_kept,
                          std::vector<int64_t> written = {64, 8}) {
  SplitPlan plan;
  plan.add_loop(4, true);
  plan.add_loop(8, true);
  plan.add_access(AccessKind::Written, 1000, 8);
  for (unsigned i = 0; i < written.size(); ++i) plan.add_stride(i, written[i]);
  plan.add_access(is_kept ? AccessKind::Kept : AccessKind::Again, address, 8);
  for (unsigned i = 0; i < strides.size(); ++i) plan.add_stride(i, strides[i]);
  return plan;
}

TEST(SplitPlan, WhatIsReadAgainIsNotWritten) {
  EXPECT_TRUE(plan_with_again(5000, {64, 8}, false).prepare());
  EXPECT_FALSE(plan_with_again(1000, {64, 8}, false).prepare());
  EXPECT_FALSE(plan_with_again(1248, {64, 8}, false).prepare());
  EXPECT_TRUE(plan_with_again(1256, {64, 8}, false).prepare());
}

TEST(SplitPlan, WhatIsReadAgainMayBeBesideWhatIsWritten) {
  EXPECT_TRUE(plan_with_again(1008, {128, 16}, false, {128, 16}).prepare());
  EXPECT_FALSE(plan_with_again(1004, {128, 16}, false, {128, 16}).prepare());
}

TEST(SplitPlan, WhatIsKeptIsWrittenOnce) {
  EXPECT_TRUE(plan_with_again(1000, {64, 8}, true).prepare());
  EXPECT_FALSE(plan_with_again(1000, {8, 64}, true).prepare());
  EXPECT_FALSE(plan_with_again(1000, {64, 0}, true, {64, 0}).prepare());
  EXPECT_FALSE(plan_with_again(1000, {8, 8}, true, {8, 8}).prepare());
  SplitPlan twice = plan_with_again(1000, {64, 8}, true);
  twice.add_access(AccessKind::Written, 1000, 8);
  twice.add_stride(0, 64);
  twice.add_stride(1, 8);
  EXPECT_FALSE(twice.prepare());
}

TEST(SplitPlan, WhatIsReadAgainCutsNothing) {
  SplitPlan plan = plan_with_again(5000, {64, 8}, false);
  ASSERT_TRUE(plan.prepare());
  plan.touch(0, 5000, 64, true);
  ASSERT_TRUE(plan.decide());
  EXPECT_TRUE(plan.rest().empty());
}

}  // namespace
}  // namespace bamboo::overlap
