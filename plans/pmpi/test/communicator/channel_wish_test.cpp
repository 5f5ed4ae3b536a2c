// SPDX-License-Identifier: Apache-2.0
// When nonblocking calls have earned their communicator a channel.
#include "communicator/channel_wish.h"

#include <gtest/gtest.h>

namespace bamboo::plans::pmpi {
namespace {

TEST(ChannelWish, IsThereAtOnceWhereAllKnowThatACallIsLarge) {
  ChannelWish wish;
  EXPECT_FALSE(wish.is_there());
  wish.insist();
  EXPECT_TRUE(wish.is_there());
  EXPECT_TRUE(wish.is_certain());
}

TEST(ChannelWish, OfOthersWaitsForEnoughCallsOfAnOperation) {
  ChannelWish wish;
  EXPECT_FALSE(wish.counts(Operation::NeighborAlltoallv, 2));
  EXPECT_FALSE(wish.counts(Operation::NeighborAllgatherv, 2));
  EXPECT_FALSE(wish.counts(Operation::Gatherv, 0)) << "is never looked at";
  EXPECT_TRUE(wish.counts(Operation::NeighborAlltoallv, 2));
  wish.look_at(7);
  EXPECT_TRUE(wish.is_there());
  EXPECT_FALSE(wish.is_certain());
  EXPECT_EQ(wish.sent(), 7);
  EXPECT_FALSE(wish.counts(Operation::NeighborAllgatherv, 2)) << "it is there";
}

TEST(ChannelWish, IsPutOffForTwiceAsManyCalls) {
  ChannelWish wish;
  wish.counts(Operation::NeighborAlltoallv, 1);
  wish.look_at(7);
  wish.put_off();
  EXPECT_FALSE(wish.is_there());
  EXPECT_FALSE(wish.counts(Operation::NeighborAlltoallv, 1));
  EXPECT_TRUE(wish.counts(Operation::NeighborAlltoallv, 1));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
