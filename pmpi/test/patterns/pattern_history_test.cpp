// SPDX-License-Identifier: Apache-2.0
#include "patterns/pattern_history.h"

#include <gtest/gtest.h>

#include <string>

namespace bamboo::plans::pmpi {
namespace {

using Row = std::vector<std::size_t>;

/// The period of one process alone, whose calls are letters; 0: no call is repeated.
std::size_t period(const std::string& calls) {
  PatternHistory history;
  for (const char call : calls) {
    Row row(26);
    row[call - 'a'] = 1000;
    history.add(row);
  }
  return period_of(history.changes(), history.calls()).value_or(0);
}

TEST(PatternHistory, FindsWhatComesAgain) {
  EXPECT_EQ(period("aaaaaaaa"), 1u);
  EXPECT_EQ(period("abababab"), 2u);
  EXPECT_EQ(period("abcabcabc"), 3u);
  EXPECT_EQ(period("aabaabaab"), 3u);
  EXPECT_EQ(period("abcdabcd"), 4u);
  EXPECT_EQ(period("aaabaaab"), 4u);
  EXPECT_EQ(period("zyxwvuababab"), 0u);  // some of the last eight calls
  EXPECT_EQ(period("zyxwvuabababab"), 2u);
}

TEST(PatternHistory, FindsNothingWhereNothingComesAgain) {
  EXPECT_EQ(period("abcdefgh"), 0u);
  EXPECT_EQ(period("abcdeabcde"), 0u);
  EXPECT_EQ(period("ab"), 0u);
  EXPECT_EQ(period("abcabd"), 0u);
}

TEST(PatternHistory, BelievesInTheFirstCallAndInWhatCameTwice) {
  EXPECT_EQ(period("a"), 1u);
  EXPECT_EQ(period("aa"), 1u);
  EXPECT_EQ(period("abab"), 2u);
  EXPECT_EQ(period("aba"), 0u);
}

TEST(PatternHistory, CountsThatJitterAreNoOtherPattern) {
  PatternHistory history;
  for (std::size_t call = 0; call < 8; ++call)
    history.add({1000 + 40 * (call % 3), 5000 - 30 * (call % 2), 0, 7});
  EXPECT_EQ(period_of(history.changes(), history.calls()), 1u);
  history.clear();
  for (std::size_t call = 0; call < 8; ++call) history.add({1000, call % 2 * 400});
  EXPECT_EQ(period_of(history.changes(), history.calls()), 2u);
  history.clear();
  for (std::size_t call = 0; call < 8; ++call) history.add({0, 0});
  EXPECT_EQ(period_of(history.changes(), history.calls()), 1u);
}

/// One process alone cannot say: most of the bytes are others'.
TEST(PatternHistory, AllProcessesCountTogether) {
  PatternHistory steady, restless;
  for (std::size_t call = 0; call < 8; ++call) {
    steady.add({100000, 100000});
    restless.add({call * 7919 % 1000, call * call * 1047 % 1000});
  }
  auto all = restless.changes();
  EXPECT_FALSE(period_of(all, 8));
  const auto others = steady.changes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].differing += others[i].differing;
    all[i].moved += others[i].moved;
  }
  EXPECT_EQ(period_of(all, 8), 1u);
}

TEST(PatternHistory, GivesTheLastRows) {
  PatternHistory history;
  for (std::size_t call = 0; call < 19; ++call) history.add({call});
  EXPECT_EQ(history.calls(), PatternHistory::most);
  EXPECT_EQ(history.row(0), Row{18});
  EXPECT_EQ(history.row(7), Row{11});
}

}  // namespace
}  // namespace bamboo::plans::pmpi
