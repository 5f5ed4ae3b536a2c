// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "deadlock/wait_report.h"

namespace bamboo {
namespace {

TEST(EndedTasks, AreNamedInRanges) {
  EXPECT_EQ(ended_tasks("rank", {7}), "rank 7 has ended");
  EXPECT_EQ(ended_tasks("rank", {0, 1}), "ranks 0, 1 have ended");
  EXPECT_EQ(ended_tasks("rank", {0, 2, 3, 4, 9}), "ranks 0, 2-4, 9 have ended");
  EXPECT_EQ(ended_tasks("rank", {4, 5, 6, 8, 9, 10, 11}), "ranks 4-6, 8-11 have ended");
}

}  // namespace
}  // namespace bamboo
