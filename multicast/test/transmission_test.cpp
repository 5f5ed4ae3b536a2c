// SPDX-License-Identifier: Apache-2.0
#include "protocol/transmission.h"

#include "one_side.h"

namespace bamboo::plans::multicast::test {
namespace {

/// Member 0 sends `pieces` pieces to the others.
struct Root : Fixture {
  Root(int count, std::uint32_t pieces, std::uint32_t eager = 0)
      : Fixture(count), memory(members.size(), 0), message(pieces * unit) {
    start(eager);
  }
  void start(std::uint32_t eager) {
    side.emplace(*outbox, liveness, memory, where, message, unit, members, 0, eager, now);
  }
  void hear(int from, Kind kind, std::uint32_t sequence, const Report& report,
            std::vector<int> missing = {}) {
    std::vector<std::byte> payload(report_bytes + (missing.empty() ? 0 : missing.back() / 8 + 1));
    write_report(report, payload);
    for (const int bit : missing) {
      payload[report_bytes + bit / 8] |= static_cast<std::byte>(1 << (bit % 8));
    }
    Header header;
    header.kind = kind;
    header.sender = static_cast<std::uint16_t>(from);
    header.sequence = sequence;
    header.total = message.size();
    liveness.heard(from);
    side->handle({header, payload}, from, false, now);
  }
  void all_ready(std::uint32_t limit) {
    for (std::size_t i = 1; i < members.size(); ++i) {
      hear(static_cast<int>(i), Kind::Ready, 0, {limit, 0, 0, false});
    }
  }
  std::string progress() {
    side->progress(now);
    return notes.take();
  }
  /// Advances beyond the time in which acknowledgements arrive.
  std::string later() {
    pass(milliseconds(6));
    return progress();
  }
  RootMemory memory;
  std::vector<std::byte> message;
  std::optional<Transmission> side;
};

TEST(Root, SendsNothingBeforeAllAreReady) {
  Root root(4, 3);
  EXPECT_EQ(root.progress(), "p0>1 p0>2 p0>3") << "some may have said so before it was there";
  root.hear(1, Kind::Ready, 0, {100, 0, 0, false});
  root.hear(2, Kind::Ready, 0, {100, 0, 0, false});
  EXPECT_EQ(root.progress(), "");
  root.hear(3, Kind::Ready, 0, {100, 0, 0, false});
  EXPECT_EQ(root.progress(), "d0 d1 d2");
  EXPECT_EQ(root.later(), "e3>1 e3>2 e3>3");
  EXPECT_EQ(root.later(), "") << "once";
  for (const int member : {1, 2, 3}) {
    EXPECT_FALSE(root.side->finished());
    root.hear(member, Kind::Ack, 3, {103, 3, 3, false});
  }
  EXPECT_TRUE(root.side->finished());
}

TEST(Root, SendsAsFarAsTheLeastCreditReaches) {
  Root root(3, 10);
  root.hear(1, Kind::Ready, 0, {8, 0, 0, false});
  root.hear(2, Kind::Ready, 0, {2, 0, 0, false});
  EXPECT_EQ(root.progress(), "d0 d1");
  root.hear(2, Kind::Ack, 2, {5, 2, 2, false});
  EXPECT_EQ(root.progress(), "d2 d3 d4");
  root.hear(2, Kind::Ack, 10, {12, 10, 10, false});  // through: its credit counts no more
  EXPECT_EQ(root.progress(), "d5 d6 d7");
}

TEST(Root, ShortMessagesDoNotWaitOnceAllHaveBeenReady) {
  Root root(3, 2, 2);
  EXPECT_EQ(root.progress(), "p0>1 p0>2") << "no member has been ready yet";
  root.all_ready(100);
  EXPECT_EQ(root.progress(), "d0 d1");
  for (const int member : {1, 2}) {
    root.hear(member, Kind::Ack, 2, {102, 2, 2, false});
  }
  root.start(2);
  EXPECT_EQ(root.progress(), "d0 d1");
  root.start(1);
  EXPECT_EQ(root.progress(), "") << "too long for that";
}

TEST(Root, RepeatsToTheOneWhoAsksAndToAllWhenSeveralAsk) {
  Root root(6, 10);
  root.all_ready(100);
  EXPECT_EQ(root.progress(), "d0 d1 d2 d3 d4 d5 d6 d7 d8 d9");
  EXPECT_EQ(root.later(), "e10") << "one question for five";
  root.hear(3, Kind::Nack, 2, {100, 8, 10, false}, {0, 4});
  root.hear(5, Kind::Nack, 6, {100, 9, 10, false}, {0});
  EXPECT_EQ(root.progress(), "d2>3 d6 e10") << "at once: this network loses";
  EXPECT_EQ(root.statistics.repeated, 2u);
}

TEST(Root, DoesNotRepeatWhatIsOnItsWay) {
  Root root(3, 10);
  root.all_ready(100);
  root.progress();
  root.pass(microseconds(100));  // no member can have missed it already
  root.hear(1, Kind::Nack, 3, {100, 0, 0, false}, {0});
  EXPECT_EQ(root.progress(), "");
  EXPECT_EQ(root.later(), "e10>1 e10>2");
  root.hear(1, Kind::Nack, 3, {100, 0, 0, false}, {0});
  EXPECT_EQ(root.progress(), "d3>1 e10>1 e10>2");
  root.hear(1, Kind::Nack, 3, {100, 0, 0, false}, {0});
  EXPECT_EQ(root.progress(), "") << "the same question twice";
  root.hear(2, Kind::Nack, 3, {100, 0, 0, false}, {0});
  EXPECT_EQ(root.progress(), "d3>2 e10>1 e10>2") << "it went to another one";
}

TEST(Root, IgnoresQuestionsForWhatWasNotSent) {
  Root root(2, 10);
  root.hear(1, Kind::Ready, 0, {3, 0, 0, false});
  EXPECT_EQ(root.progress(), "d0 d1 d2");
  root.pass(milliseconds(30));
  root.hear(1, Kind::Nack, 2, {3, 2, 2, false}, {0, 1, 7, 200});
  EXPECT_EQ(root.progress().substr(0, 4), "d2>1");
}

TEST(Root, ServesAloneWhomMulticastsDoNotReach) {
  Root root(4, 2);
  root.hear(1, Kind::Ready, 0, {100, 0, 0, false});
  root.hear(2, Kind::Ready, 0, {100, 0, 0, true});
  root.hear(3, Kind::Ready, 0, {100, 0, 0, true});
  EXPECT_EQ(root.progress(), "d0 d0>2 d0>3 d1 d1>2 d1>3");
  root.hear(1, Kind::Ack, 2, {102, 2, 2, false});
  root.pass(milliseconds(20));
  root.hear(2, Kind::Nack, 0, {100, 0, 0, true}, {0});
  root.hear(3, Kind::Nack, 0, {100, 0, 0, true}, {0});
  EXPECT_EQ(root.progress().substr(0, 9), "d0>2 d0>3") << "no multicast without receivers";
}

TEST(Root, AShortFirstMessageOfAGroupGoesToEachAlone) {
  Root root(6, 1);
  root.all_ready(100);
  EXPECT_EQ(root.progress(), "d0>1 d0>2 d0>3 d0>4 d0>5") << "no switch knows the group yet";
  EXPECT_EQ(root.later(), "e1>1 e1>2 e1>3 e1>4 e1>5") << "nor does it for questions";
  root.hear(2, Kind::Ready, 0, {100, 0, 0, false});
  root.hear(3, Kind::Nack, 0, {100, 0, 0, false}, {0});
  root.hear(4, Kind::Nack, 0, {100, 0, 0, false}, {0});
  for (const int member : {1, 2, 5}) {
    root.hear(member, Kind::Ack, 1, {101, 1, 1, false});
  }
  EXPECT_EQ(root.progress(), "e1>2 d0>3 d0>4 e1>3 e1>4") << "nor for what is repeated";
  for (const int member : {3, 4}) {
    root.hear(member, Kind::Ack, 1, {101, 1, 1, false});
  }
  EXPECT_TRUE(root.side->finished());
  root.where.operation = 1;
  root.start(0);
  root.all_ready(100);
  EXPECT_EQ(root.progress(), "d0");
}

TEST(Root, ManyCopiesOfAFirstMessageWouldTakeLonger) {
  Root few(65, 1), many(67, 1);
  few.all_ready(100);
  many.all_ready(100);
  EXPECT_EQ(few.progress().substr(0, 9), "d0>1 d0>2");
  EXPECT_EQ(many.progress(), "d0");
}

TEST(Root, GoesOnWhereTheNetworkHadNoRoom) {
  Root root(3, 4);
  root.all_ready(100);
  root.notes.room_left = 2;
  EXPECT_EQ(root.progress(), "d0 d1");
  EXPECT_TRUE(root.side->wants_room());
  root.notes.room_left = 100;
  EXPECT_EQ(root.progress(), "d2 d3");
  EXPECT_FALSE(root.side->wants_room());
}

TEST(Root, AsksTheSilentLessAndLessOftenAndThenCountsThemAsDead) {
  Root root(3, 1);
  root.all_ready(100);
  root.progress();
  root.hear(1, Kind::Ack, 1, {101, 1, 1, false});
  EXPECT_EQ(root.later(), "e1>2");
  root.hear(2, Kind::Alive, 0, {});
  int asked = 0;
  const Time begin = root.now;
  while (root.side->dead(seconds(2)) < 0) {
    ASSERT_LT(root.now - begin, seconds(3));
    root.pass(milliseconds(5));
    const std::string said = root.progress();
    if (!said.empty()) {
      EXPECT_EQ(said, "p1>2");
      ++asked;
    }
  }
  EXPECT_EQ(root.side->dead(seconds(2)), 2);
  EXPECT_GE(root.now - begin, seconds(2));
  EXPECT_GE(asked, 8);
  EXPECT_LE(asked, 14);
}

TEST(Root, WhoWasAwayDoesNotBelieveThatOthersWere) {
  Root root(2, 1);
  root.pass(seconds(60));  // a long computation without a call
  root.progress();
  EXPECT_EQ(root.side->dead(seconds(2)), -1);
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
