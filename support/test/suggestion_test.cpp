// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/suggestion.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

TEST(Suggestion, IsTheNearestWord) {
  EXPECT_EQ(nearest("rnu", {"run", "plan", "report"}), "run");
  EXPECT_EQ(nearest("rnu", {"plan", "report"}), std::nullopt);
  EXPECT_EQ(nearest("rnu", {}), std::nullopt);
}

TEST(Suggestion, IsTheFirstOfWordsThatAreEquallyNear) {
  EXPECT_EQ(nearest("mak", {"make", "mark"}), "make");
}

TEST(Suggestion, IgnoresTheCaseOfLetters) {
  EXPECT_EQ(nearest("MAKE", {"bake", "make"}), "make");
  EXPECT_EQ(nearest("nearestneighbor", {"NearestNeighbor"}), "NearestNeighbor");
}

TEST(Suggestion, EndsAMessage) {
  EXPECT_EQ(did_you_mean("run"), "; did you mean 'run'?");
  EXPECT_EQ(did_you_mean(std::nullopt), "");
  EXPECT_EQ(did_you_mean("run", "'bamboo help' lists all"),
            "; did you mean 'run'? 'bamboo help' lists all");
  EXPECT_EQ(did_you_mean(std::nullopt, "'bamboo help' lists all"), "; 'bamboo help' lists all");
}

}  // namespace
}  // namespace bamboo::support
