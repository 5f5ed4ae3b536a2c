// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/roll_call.h"

#include <gtest/gtest.h>

#include <chrono>

#include "bamboo/support/roll_call_watch.h"

namespace bamboo::support {
namespace {

TEST(RollCall, ReadsWhatAProcessHasWritten) {
  char memory[1024];
  RollCallWriter out(memory, sizeof memory);
  constexpr int none = no_argument;
  out.add("%s\t%d\n", roll_call_news[0].data(), 5);
  out.add("rank\t%d\t%s\t%.3f\t", 3, rank_states[0].data(), 61.25);
  out.add_operation("MPI_Recv", {none, none, 2, any_argument, none}, "MPI_COMM_WORLD", "/bin/a b",
                    0x4f2a, "");
  out.add("part\t");
  out.add_operation("MPI_Ibcast", {none, none, none, none, 1}, "", "", 0, "x.c:3");
  out.add("note\tsome\ttext\n");
  const auto report = parse_roll_call(out.text());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->news, RollCallNews::Asked);
  EXPECT_EQ(report->process, 5);
  ASSERT_EQ(report->ranks.size(), 1U);
  const RollCallRank& rank = report->ranks[0];
  EXPECT_EQ(rank.rank, 3);
  EXPECT_EQ(rank.state, RankState::InCall);
  EXPECT_DOUBLE_EQ(rank.seconds, 61.25);
  EXPECT_EQ(rank.call.function, "MPI_Recv");
  EXPECT_EQ(rank.call.from, 2);
  EXPECT_EQ(rank.call.from_tag, any_argument);
  EXPECT_EQ(rank.call.to, no_argument);
  EXPECT_EQ(rank.call.communicator, "MPI_COMM_WORLD");
  EXPECT_EQ(rank.call.object, "/bin/a b");
  EXPECT_EQ(rank.call.address, 0x4f2aU);
  ASSERT_EQ(rank.parts.size(), 1U);
  EXPECT_EQ(rank.parts[0].root, 1);
  EXPECT_EQ(rank.parts[0].place, "x.c:3");
  EXPECT_EQ(rank.notes, std::vector<std::string>{"some\ttext"});
}

TEST(RollCall, RefusesOtherText) {
  for (const char* text : {"", "GET / HTTP/1.0\r\n", "asked\tx\n", "asked\t1\npart\tMPI_Recv\n",
                           "asked\t1\nrank\t0\tin\t1.0\tMPI_Recv\t1\n"})
    EXPECT_FALSE(parse_roll_call(text)) << text;
}

TEST(RollCall, WritesNoMoreThanFits) {
  char memory[8];
  RollCallWriter out(memory, sizeof memory);
  out.add("%s", "longer than that");
  out.add("%d", 12345);
  EXPECT_EQ(out.text(), "longer ");
}

TEST(RollCallWatch, SpeaksOnceWhenNothingChangesAndWhenItDoes) {
  using Clock = RollCallWatch::Clock;
  using std::chrono::seconds;
  const Clock::time_point start{};
  RollCallWatch watch(8, start);
  EXPECT_EQ(watch.look(1, start), std::nullopt);
  EXPECT_EQ(watch.look(1, start + seconds(7)), std::nullopt);
  EXPECT_EQ(watch.look(1, start + seconds(8)), RollCallNews::Quiet);
  EXPECT_EQ(watch.look(1, start + seconds(20)), std::nullopt);
  EXPECT_EQ(watch.look(2, start + seconds(21)), RollCallNews::Moves);
  EXPECT_EQ(watch.look(3, start + seconds(28)), std::nullopt);
  EXPECT_EQ(watch.look(3, start + seconds(36)), RollCallNews::Quiet);
}

}  // namespace
}  // namespace bamboo::support
