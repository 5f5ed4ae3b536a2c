// SPDX-License-Identifier: Apache-2.0
#include "p2p/call_time.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

TEST(CallTime, CountsACallInACallAsOne) {
  CallTime time;
  EXPECT_FALSE(time.in_call());
  {
    const CallTime::Call outer(time);
    EXPECT_TRUE(time.in_call());
    {
      const CallTime::Call inner(time);
    }
    EXPECT_TRUE(time.in_call());
    EXPECT_EQ(time.changes(), 1U);
  }
  EXPECT_FALSE(time.in_call());
  EXPECT_EQ(time.changes(), 2U);
}

TEST(CallTime, SaysWhenTheLastCallBeganOrEnded) {
  const std::int64_t before = CallTime::now();
  CallTime time;
  {
    const CallTime::Call call(time);
  }
  EXPECT_GE(time.since(), before);
  EXPECT_LE(time.since(), CallTime::now());
}

}  // namespace
}  // namespace bamboo::mpi
