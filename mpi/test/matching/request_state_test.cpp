// SPDX-License-Identifier: Apache-2.0
#include "matching/request_state.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

TEST(RequestState, IsPendingUntilItIsComplete) {
  RequestState state;
  EXPECT_TRUE(state.is_active());
  EXPECT_FALSE(state.is_complete());
  state.complete();
  EXPECT_TRUE(state.is_active());
  EXPECT_TRUE(state.is_complete());
}

TEST(RequestState, OfAPersistentRequestStartsAgain) {
  RequestState state;
  state.finish();
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(state.is_active());
    state.start();
    EXPECT_FALSE(state.is_complete());
    state.complete();
    state.finish();
  }
}

TEST(RequestState, IsAwaitedUntilTheOwnerStops) {
  RequestState state;
  EXPECT_TRUE(state.await());
  EXPECT_EQ(state.now(), RequestState::Awaited);
  state.stop_waiting();
  EXPECT_EQ(state.now(), RequestState::Pending);
  EXPECT_TRUE(state.await());
  state.complete();
  state.stop_waiting();
  EXPECT_TRUE(state.is_complete());
}

TEST(RequestState, IsNotAwaitedOrAbandonedWhenItIsComplete) {
  RequestState state;
  state.complete();
  EXPECT_FALSE(state.await());
  EXPECT_FALSE(state.abandon());
  EXPECT_TRUE(state.is_complete());
}

TEST(RequestState, IsAbandonedUntilItIsComplete) {
  RequestState state;
  EXPECT_TRUE(state.abandon());
  EXPECT_EQ(state.now(), RequestState::Abandoned);
  EXPECT_FALSE(state.is_complete());
}

}  // namespace
}  // namespace bamboo::mpi
