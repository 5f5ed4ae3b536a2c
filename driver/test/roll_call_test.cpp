// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/roll_call_desk.h"
#include "commands/roll_call_text.h"

namespace bamboo::driver {
namespace {

using support::no_argument;
using support::RankState;
using support::RollCallNews;
using support::RollCallOperation;
using support::RollCallRank;

RollCallOperation call_of(const std::string& function, const std::string& place) {
  RollCallOperation call;
  call.function = function;
  call.communicator = "MPI_COMM_WORLD";
  call.place = place;
  return call;
}

RollCallRank receives(int rank, int from, double seconds = 61) {
  RollCallRank result{rank, RankState::InCall, seconds, call_of("MPI_Recv", "halo.c:82"), {}, {}};
  result.call.from = from;
  result.call.from_tag = 7;
  return result;
}

RollCallRank in_barrier(int rank) {
  return {rank, RankState::InCall, 61.4, call_of("MPI_Barrier", "halo.c:90"), {}, {}};
}

TEST(RollCallText, BeginsWithTheOddOne) {
  EXPECT_EQ(describe({receives(0, 3), receives(1, 3), receives(2, 3), in_barrier(3)}),
            "  rank 3 is in MPI_Barrier since 61 s, MPI_COMM_WORLD, at halo.c:90\n"
            "  ranks 0-2 are in MPI_Recv since 61 s from 3, tag 7, MPI_COMM_WORLD, at halo.c:82\n");
}

TEST(RollCallText, ListsPeersThatDiffer) {
  EXPECT_EQ(describe({receives(0, 1), receives(1, 2), receives(2, support::any_argument)}),
            "  ranks 0-2 are in MPI_Recv since 61 s from 1, 2, any rank, tag 7, MPI_COMM_WORLD, at "
            "halo.c:82\n");
}

TEST(RollCallText, PutsTheOneThatComputesBeforeAnEqualGroup) {
  const RollCallRank computes{1, RankState::Outside, 4.25, call_of("MPI_Bcast", "halo.c:70"), {},
                              {}};
  EXPECT_EQ(
      describe({receives(0, 1), computes}),
      "  rank 1 is outside of MPI since 4.2 s, after MPI_Bcast, MPI_COMM_WORLD, at halo.c:70\n"
      "  rank 0 is in MPI_Recv since 61 s from 1, tag 7, MPI_COMM_WORLD, at halo.c:82\n");
}

TEST(RollCallText, PutsTheOneThatOthersWaitForBeforeAnEqualGroup) {
  EXPECT_EQ(describe({receives(0, 1, 70), in_barrier(1)}),
            "  rank 1 is in MPI_Barrier since 61 s, MPI_COMM_WORLD, at halo.c:90\n"
            "  rank 0 is in MPI_Recv since 70 s from 1, tag 7, MPI_COMM_WORLD, at halo.c:82\n");
}

TEST(RollCallText, NamesTheRequestsOfAWait) {
  std::vector<RollCallRank> ranks;
  for (const int rank : {0, 2}) {
    RollCallRank waits{rank, RankState::InCall, 12, call_of("MPI_Waitall", "halo.c:95"), {}, {}};
    waits.call.communicator = "";
    RollCallOperation receive = call_of("MPI_Irecv", "halo.c:80");
    receive.from = rank + 1;
    receive.from_tag = support::any_argument;
    waits.parts = {receive, call_of("MPI_Ibarrier", "halo.c:81")};
    waits.notes = {"has not received a message"};
    ranks.push_back(waits);
  }
  EXPECT_EQ(describe(ranks),
            "  ranks 0, 2 are in MPI_Waitall since 12 s, at halo.c:95\n"
            "    for MPI_Irecv from 1, 3, any tag, MPI_COMM_WORLD, at halo.c:80\n"
            "    for MPI_Ibarrier, MPI_COMM_WORLD, at halo.c:81\n"
            "    rank 0 has not received a message\n"
            "    rank 2 has not received a message\n");
}

TEST(RollCallText, ListsRanks) {
  EXPECT_EQ(list_of({0, 1, 2, 4, 6, 7}), "0-2, 4, 6, 7");
}

using Clock = RollCallDesk::Clock;
using std::chrono::milliseconds;

support::RollCallReport report(RollCallNews news, int process) {
  return {news, process, {in_barrier(process)}};
}

TEST(RollCallDesk, IsCompleteWhenAllHaveAnswered) {
  RollCallDesk desk(2, 0);
  const Clock::time_point start{};
  desk.take(report(RollCallNews::Asked, 1), start);
  EXPECT_FALSE(desk.due(start));
  desk.take(report(RollCallNews::Asked, 0), start);
  const auto call = desk.due(start + milliseconds(500));
  ASSERT_TRUE(call);
  EXPECT_TRUE(call->is_asked);
  EXPECT_TRUE(call->missing.empty());
  ASSERT_EQ(call->ranks.size(), 2U);
  EXPECT_DOUBLE_EQ(call->ranks[0].seconds, 61.9);
  EXPECT_FALSE(desk.due(start + milliseconds(9000)));
}

TEST(RollCallDesk, NamesThoseThatDoNotAnswer) {
  RollCallDesk desk(3, 0);
  const Clock::time_point start{};
  desk.take(report(RollCallNews::Asked, 1), start);
  const auto next = desk.next();
  ASSERT_TRUE(next);
  EXPECT_FALSE(desk.due(*next - milliseconds(1)));
  const auto call = desk.due(*next);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->missing, (std::vector<int>{0, 2}));
}

TEST(RollCallDesk, CallsTheRollOnceWhenAllAreQuiet) {
  RollCallDesk desk(2, 4);
  const Clock::time_point start{};
  desk.take(report(RollCallNews::Quiet, 0), start);
  EXPECT_FALSE(desk.next());
  desk.take(report(RollCallNews::Quiet, 1), start);
  const auto next = desk.next();
  ASSERT_TRUE(next);
  EXPECT_FALSE(desk.due(start));
  const auto call = desk.due(*next);
  ASSERT_TRUE(call);
  EXPECT_FALSE(call->is_asked);
  EXPECT_FALSE(desk.next());
  EXPECT_FALSE(desk.due(*next + milliseconds(5000)));
}

TEST(RollCallDesk, IsSilentWhenOneMovesAgain) {
  RollCallDesk desk(2, 4);
  const Clock::time_point start{};
  desk.take(report(RollCallNews::Quiet, 0), start);
  desk.take(report(RollCallNews::Quiet, 1), start);
  desk.take(report(RollCallNews::Moves, 0), start + milliseconds(900));
  EXPECT_FALSE(desk.due(start + milliseconds(60000)));
}

TEST(RollCallDesk, DoesNotWaitForThoseThatHaveEnded) {
  RollCallDesk desk(2, 4);
  const Clock::time_point start{};
  desk.take(report(RollCallNews::Ended, 0), start);
  EXPECT_FALSE(desk.next());
  desk.take(report(RollCallNews::Quiet, 1), start);
  ASSERT_TRUE(desk.next());
  const auto call = desk.due(*desk.next());
  ASSERT_TRUE(call);
  EXPECT_TRUE(call->missing.empty());
  ASSERT_EQ(call->ranks.size(), 1U);
  EXPECT_EQ(call->ranks[0].rank, 1);
}

}  // namespace
}  // namespace bamboo::driver
