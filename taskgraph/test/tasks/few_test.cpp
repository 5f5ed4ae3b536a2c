// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/few.h"

#include <gtest/gtest.h>

#include <vector>

using namespace bamboo;

namespace {

using Numbers = Few<int, 3>;

void append(Numbers& numbers, std::uint32_t by, int value) {
  for (int& number : numbers.extend(by)) number = value++;
}

std::vector<int> values(const Numbers& numbers) {
  return {numbers.all().begin(), numbers.all().end()};
}

TEST(Few, GrowsBeyondWhatItHasItself) {
  Numbers numbers;
  EXPECT_TRUE(numbers.all().empty());
  append(numbers, 2, 0);
  append(numbers, 1, 2);
  EXPECT_EQ(values(numbers), (std::vector{0, 1, 2}));
  append(numbers, 2, 3);
  EXPECT_EQ(values(numbers), (std::vector{0, 1, 2, 3, 4}));
  append(numbers, 0, 5);
  EXPECT_EQ(values(numbers), (std::vector{0, 1, 2, 3, 4}));
}

TEST(Few, KeepsTheFirstOnesWhereItShrinks) {
  Numbers numbers;
  append(numbers, 6, 0);
  numbers.shrink(5);
  EXPECT_EQ(values(numbers), (std::vector{0, 1, 2, 3, 4}));
  numbers.shrink(2);
  EXPECT_EQ(values(numbers), (std::vector{0, 1}));
  append(numbers, 3, 7);
  EXPECT_EQ(values(numbers), (std::vector{0, 1, 7, 8, 9}));
}

TEST(Few, IsCopiedAndMovedWithItsValues) {
  for (const std::uint32_t size : {2U, 5U}) {
    Numbers numbers;
    append(numbers, size, 1);
    const std::vector<int> expected = values(numbers);
    Numbers copy = numbers;
    EXPECT_EQ(values(copy), expected);
    append(numbers, 1, 9);
    EXPECT_EQ(values(copy), expected);
    const Numbers moved = std::move(copy);
    EXPECT_EQ(values(moved), expected);
  }
}

}  // namespace
