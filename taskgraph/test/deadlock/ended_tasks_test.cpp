// SPDX-License-Identifier: Apache-2.0
#include "launch/ended_ranks.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

TEST(EndedRanks, AreNamedInRanges) {
  EXPECT_EQ(describe_ended({7}), "rank 7 has ended");
  EXPECT_EQ(describe_ended({0, 1}), "ranks 0, 1 have ended");
  EXPECT_EQ(describe_ended({0, 2, 3, 4, 9}), "ranks 0, 2-4, 9 have ended");
  EXPECT_EQ(describe_ended({4, 5, 6, 8, 9, 10, 11}), "ranks 4-6, 8-11 have ended");
}

}  // namespace
}  // namespace bamboo::mpi
