// SPDX-License-Identifier: Apache-2.0
#include "report/gain.h"

#include <gtest/gtest.h>

#include <vector>

namespace bamboo::plans::pmpi {
namespace {

/// Calls of two processes, each of which made half of them.
constexpr bool planned = true, native = false;
ServedCalls calls(const std::string& kind, bool by_plan, double count, double seconds) {
  return {kind, by_plan, count, seconds, 2};
}

TEST(Gain, IsWhatTheMpisMeanWouldHaveTakenMore) {
  const std::vector served{calls("a", native, 2, 4), calls("a", planned, 10, 10),
                           calls("b", native, 2, 2), calls("b", planned, 4, 6)};
  EXPECT_DOUBLE_EQ(gained(served).value(), 5 - 1);
}

TEST(Gain, IsUnknownWhereNothingCanBeCompared) {
  EXPECT_FALSE(gained({}));
  const std::vector served{calls("a", native, 2, 4), calls("b", planned, 4, 6)};
  EXPECT_FALSE(gained(served));
  const std::vector behind_requests{calls("a", native, 2, 0), calls("a", planned, 4, 6)};
  EXPECT_FALSE(gained(behind_requests));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
