// SPDX-License-Identifier: Apache-2.0
#include "matching/missing_completions.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

TEST(MissingCompletions, WakeByTheLastOne) {
  MissingCompletions missing;
  EXPECT_FALSE(missing.count_one()) << "the task does not wait";
  missing.expect(2);
  EXPECT_FALSE(missing.count_one());
  EXPECT_TRUE(missing.count_one());
}

TEST(MissingCompletions, WakeOnceWhereOneIsEnough) {
  MissingCompletions missing;
  missing.expect(1);
  EXPECT_TRUE(missing.count_one());
  EXPECT_FALSE(missing.count_one());
  EXPECT_FALSE(missing.drop());
}

// A step of a pending operation wakes the task, then a request that it waits for is complete, then
// another step, all before it runs.
TEST(MissingCompletions, WakeOnceIfMoreAreDropped) {
  MissingCompletions missing;
  missing.expect(1);
  EXPECT_TRUE(missing.drop());
  EXPECT_FALSE(missing.count_one());
  EXPECT_FALSE(missing.drop());
}

}  // namespace
}  // namespace bamboo::mpi
