// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "session/probe.h"

namespace bamboo::plans::multicast::test {
namespace {

TEST(ProbeTimes, EveryoneSpeaksSeveralTimesAndNotAllAtOnce) {
  for (const int members : {1, 2, 16, 29, 384, 4096, 65535}) {
    Duration before{-1};
    for (const int self : {0, members / 3, members - 1}) {
      const ProbeTimes times = probe_times(static_cast<std::size_t>(members), self, seconds(0.5));
      EXPECT_LE(times.first + 4 * times.interval, seconds(0.5) * 3 / 4) << members;
      EXPECT_GE(times.interval, milliseconds(20));
      EXPECT_LT(times.first, times.interval);
      EXPECT_TRUE(members <= 16 || self == 0 || times.first > before) << members << " " << self;
      before = times.first;
    }
  }
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
