// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/guarded.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace bamboo;

TEST(Guarded, IsUsedByOneThreadAtATime) {
  Guarded<std::vector<int>> numbers;
  constexpr int threads = 4, each = 10'000;
  std::vector<std::thread> pushing;
  for (int t = 0; t < threads; ++t) {
    pushing.emplace_back([&numbers] {
      for (int i = 0; i < each; ++i) numbers.lock()->push_back(i);
    });
  }
  for (std::thread& thread : pushing) thread.join();
  EXPECT_EQ(numbers.lock()->size(), threads * each);
}

TEST(Guarded, IsNotGivenTwice) {
  Guarded<int> number(Threads::Several, 5);
  {
    const auto held = number.lock();
    EXPECT_EQ(*held, 5);
    EXPECT_FALSE(number.try_lock());
  }
  EXPECT_TRUE(number.try_lock());
}

TEST(Guarded, CostsNoLockWhereThereIsOneThread) {
  Guarded<int> number(Threads::One, 5);
  const auto held = number.lock();
  EXPECT_TRUE(number.try_lock()) << "nothing was locked";
}
