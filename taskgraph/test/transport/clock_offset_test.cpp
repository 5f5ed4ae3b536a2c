// SPDX-License-Identifier: Apache-2.0
#include "transport/mpi/clock_offset.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace bamboo;

namespace {

/// Readings of a clock that is `ahead`, over a network whose ways there and back take `least` and
/// an exponentially distributed delay.
std::vector<ClockReading> readings(std::int64_t ahead, std::int64_t least, double delay, int n) {
  std::mt19937_64 random(n);
  std::exponential_distribution<double> more(1 / delay);
  std::vector<ClockReading> result;
  std::int64_t now = 1'700'000'000'000'000'000;
  for (int i = 0; i < n; ++i) {
    const std::int64_t asked = now;
    const std::int64_t answered = asked + least + static_cast<std::int64_t>(more(random));
    now = answered + least + static_cast<std::int64_t>(more(random));
    result.push_back({asked + ahead, answered, now + ahead});
  }
  return result;
}

}  // namespace

TEST(ClockOffset, IsWithinItsUncertainty) {
  for (const std::int64_t ahead : {0L, 5'000'000L, -3'600'000'000'000L}) {
    const ClockOffset found = offset_from(readings(ahead, 30'000, 50'000, 32));
    EXPECT_LE(std::abs(found.ahead - ahead), found.uncertainty) << ahead;
    EXPECT_GE(found.uncertainty, 30'000);
  }
}

TEST(ClockOffset, TakesTheQuickestAnswer) {
  const std::vector<ClockReading> r = {{1000, 900, 3000}, {5000, 4010, 5020}, {7000, 6900, 9000}};
  const ClockOffset found = offset_from(r);
  EXPECT_EQ(found.ahead, 1000);
  EXPECT_EQ(found.uncertainty, 10);
}
