// SPDX-License-Identifier: Apache-2.0
#include "contexts/stack.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

using namespace bamboo;

TEST(Stack, IsCommittedAsItIsTouched) {
  const auto resident = [] {
    long total = 0, pages = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    EXPECT_EQ(std::fscanf(file, "%ld %ld", &total, &pages), 2);
    std::fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
  };
  const long before = resident();
  std::vector<std::unique_ptr<Stack>> stacks;
  for (int i = 0; i < 200; ++i) {
    stacks.push_back(std::make_unique<Stack>(8u << 20));
    *(stacks.back()->top() - 64) = std::byte{1};
  }
  EXPECT_LT(resident() - before, 200 * (64l << 10));
}
