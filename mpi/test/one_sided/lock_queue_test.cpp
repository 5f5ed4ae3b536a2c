// SPDX-License-Identifier: Apache-2.0
#include "one_sided/lock_queue.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

LockQueue::Claim shared(TaskId origin) {
  return {origin, LockKind::Shared, 0};
}
LockQueue::Claim exclusive(TaskId origin) {
  return {origin, LockKind::Exclusive, 0};
}

TEST(LockQueue, SharedLocksHoldTogether) {
  LockQueue queue;
  EXPECT_TRUE(queue.acquire(shared(1)));
  EXPECT_TRUE(queue.acquire(shared(2)));
  EXPECT_FALSE(queue.acquire(exclusive(3)));
  EXPECT_TRUE(queue.release().empty());
  const auto granted = queue.release();
  ASSERT_EQ(granted.size(), 1u);
  EXPECT_EQ(granted[0].origin, 3);
}

TEST(LockQueue, ASharedLockDoesNotOvertakeAnExclusiveOne) {
  LockQueue queue;
  EXPECT_TRUE(queue.acquire(shared(1)));
  EXPECT_FALSE(queue.acquire(exclusive(2)));
  EXPECT_FALSE(queue.acquire(shared(3)));
  EXPECT_FALSE(queue.acquire(shared(4)));
  EXPECT_EQ(queue.release().size(), 1u);
  const auto granted = queue.release();
  ASSERT_EQ(granted.size(), 2u);
  EXPECT_EQ(granted[0].origin, 3);
  EXPECT_EQ(granted[1].origin, 4);
}

}  // namespace
}  // namespace bamboo::mpi
