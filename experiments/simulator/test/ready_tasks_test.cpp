// SPDX-License-Identifier: Apache-2.0
#include "ready_tasks.h"

#include <gtest/gtest.h>

namespace simulator {

TEST(ReadyTasks, HighestPriorityComesFirst) {
  ReadyTasks ready(1, Order::Lifo);
  ready.push(7, 0, std::nullopt);
  ready.push(8, 1, std::nullopt);
  ready.push(9, 0, std::nullopt);
  EXPECT_EQ(ready.pop(0), 8);
  EXPECT_EQ(ready.pop(0), 9);
  EXPECT_EQ(ready.pop(0), 7);
  EXPECT_EQ(ready.pop(0), std::nullopt);
}

TEST(ReadyTasks, FifoServesTheEarliestOfOnePriority) {
  ReadyTasks ready(1, Order::Fifo);
  for (int task : {3, 1, 2}) ready.push(task, 0, std::nullopt);
  EXPECT_EQ(ready.pop(0), 3);
  EXPECT_EQ(ready.pop(0), 1);
  EXPECT_EQ(ready.pop(0), 2);
}

TEST(ReadyTasks, APinnedTaskIsForItsWorkerAndWinsAmongEquals) {
  ReadyTasks ready(2, Order::Lifo);
  ready.push(1, 0, 1);
  ready.push(2, 0, std::nullopt);
  ready.push(3, 1, std::nullopt);
  EXPECT_EQ(ready.pop(1), 3);
  EXPECT_EQ(ready.pop(1), 1);
  ready.push(1, 0, 1);
  EXPECT_EQ(ready.pop(0), 2);
  EXPECT_EQ(ready.pop(0), std::nullopt);
}

}  // namespace simulator
