// SPDX-License-Identifier: Apache-2.0
#include "selection/early_turn.h"

#include <gtest/gtest.h>

#include <vector>

namespace bamboo::plans::pmpi {
namespace {

/// After these calls, the first two of which do not count; the MPI's own took a second.
EarlyTurn after(const std::vector<double>& calls, double connecting = 0) {
  EarlyTurn turn(1, connecting);
  for (std::size_t i = 0; i < calls.size(); ++i) turn.add(calls[i], i >= 2);
  return turn;
}

TEST(EarlyTurn, WinsByWhatCounts) {
  EXPECT_TRUE(after({1.4, 1.4, 0.7, 0.7, 0.7}).has_won());
  EXPECT_FALSE(after({0.5, 0.5, 0.9, 0.9, 0.9}).has_won());
  EXPECT_FALSE(after({0.5, 0.5}).has_won());
}

TEST(EarlyTurn, MustBeFasterThanTheMpiWithoutItsConnections) {
  EXPECT_TRUE(after({0.6, 0.6, 0.6}, 0.2).has_won());
  EXPECT_FALSE(after({0.7, 0.7, 0.7}, 0.2).has_won());
}

TEST(EarlyTurn, MayLoseOneCall) {
  EXPECT_FALSE(after({1.4, 1.5}).is_too_dear());
  EXPECT_TRUE(after({1.4, 1.7}).is_too_dear());
  EXPECT_TRUE(after({2.1}).is_too_dear());
  EXPECT_FALSE(after({2.1, 0.5, 0.5}).is_too_dear());
}

TEST(EarlyTurn, MayGoOnUntilThatIsLost) {
  EXPECT_EQ(after({1.0, 1.0, 1.125, 1.125, 1.125}).calls_left(20), 5u);
  EXPECT_EQ(after({1.0, 1.0, 1.125, 1.125, 1.125}).calls_left(3), 3u);
  EXPECT_EQ(after({1.0, 1.0, 0.9, 0.9, 0.9}).calls_left(20), 20u);
  EXPECT_EQ(after({1.25}).calls_left(4), 3u);
  EXPECT_EQ(after({1.5, 1.5, 1.5}).calls_left(20), 1u);
}

TEST(EarlyTurn, OfTheNextOneBeginsWithNothing) {
  EarlyTurn turn = after({3, 3, 3});
  turn.begin_again();
  EXPECT_EQ(turn.seconds(), 0);
  EXPECT_FALSE(turn.is_too_dear());
  EXPECT_EQ(turn.own(), 1);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
