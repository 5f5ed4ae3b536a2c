// SPDX-License-Identifier: Apache-2.0
#include "machine/cores.h"

#include <gtest/gtest.h>

#include <string>

using namespace bamboo;

TEST(Cores, AreSome) {
  EXPECT_GT(usable_cores({affinity()}), 0);
  EXPECT_EQ(affinity().back(), '1');
}

TEST(Cores, OfABoundProcessAreItsOwn) {
  // Two processes on a machine with eight cores.
  EXPECT_DOUBLE_EQ(share_of_cores("1", {"1", "01"}), 1);
  EXPECT_DOUBLE_EQ(share_of_cores("00001111", {"1111", "00001111"}), 4);
}

TEST(Cores, AreDividedAmongThoseWhoMayUseThem) {
  EXPECT_DOUBLE_EQ(share_of_cores("11111111", {"11111111", "11111111"}), 4);
  EXPECT_DOUBLE_EQ(share_of_cores("11", {"11", "11", "11"}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(share_of_cores("111", {"111", "1"}), 2.5);
  EXPECT_DOUBLE_EQ(share_of_cores("1", {"111", "1"}), 0.5);
}

TEST(Cores, AreHalvedForTwoProcessesThatShareAllOfThem) {
  const std::string all = affinity();
  EXPECT_DOUBLE_EQ(usable_cores({all, all}), usable_cores({all}) / 2);
}
