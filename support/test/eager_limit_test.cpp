// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/eager_limit.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

TEST(EagerLimit, IsRaisedInSmallJobs) {
  EXPECT_EQ(raised_eager_bytes(2), most_eager_bytes);
  EXPECT_EQ(raised_eager_bytes(64), most_eager_bytes);
}

TEST(EagerLimit, StaysInJobsOfManyProcesses) {
  EXPECT_EQ(raised_eager_bytes(1024), std::nullopt);
  EXPECT_EQ(raised_eager_bytes(1'000'000), std::nullopt);
}

TEST(EagerLimit, BoundsTheMemoryOfOneMessageFromEachProcess) {
  for (int processes = 1; processes <= 2048; ++processes)
    if (const auto limit = raised_eager_bytes(processes)) {
      EXPECT_LE(*limit * static_cast<std::size_t>(processes), unexpected_budget) << processes;
      EXPECT_GT(*limit, usual_eager_bytes) << processes;
    }
}

}  // namespace
}  // namespace bamboo::support
