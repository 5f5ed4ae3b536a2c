// SPDX-License-Identifier: Apache-2.0
// Each side of a broadcast by itself, without a network and with a clock of our own: what is said
// to which member, and when.
#include <gtest/gtest.h>

#include <numeric>

#include "bamboo/plans/multicast/failure.h"
#include "protocol/reception.h"
#include "protocol/transmission.h"
#include "session/probe_times.h"

namespace bamboo::plans::multicast::test {
namespace {

constexpr std::uint32_t group_ip = 0xefc00001;
constexpr std::size_t unit = 1000;

/// Notes what is sent. Members have the ports 1, 2, …
class Notes final : public Socket {
 public:
  struct Note {
    Kind kind;
    std::uint32_t sequence;
    int to;  // -1: multicast
    Report report;
    std::vector<std::byte> bitmap;
  };
  bool send(Lane lane, const Address& to, std::span<const std::byte> bytes) override {
    const auto datagram = parse(bytes);
    EXPECT_TRUE(datagram) << "what we send, we can read";
    if (lane == Lane::Bulk && room_left-- <= 0) {
      return false;
    }
    Note note{datagram->header.kind,
              datagram->header.sequence,
              to.ip == group_ip ? -1 : to.port - 1,
              {},
              {}};
    if (note.kind == Kind::Ready || note.kind == Kind::Ack || note.kind == Kind::Nack) {
      note.report = read_report(datagram->payload);
      const auto bitmap = datagram->payload.subspan(report_bytes);
      note.bitmap.assign(bitmap.begin(), bitmap.end());
    }
    notes.push_back(note);
    return true;
  }
  std::size_t receive(std::span<Arrival>) override { return 0; }
  bool listen(std::uint16_t) override { return true; }
  bool join(std::uint32_t) override { return true; }
  void leave(std::uint32_t) override {}
  void loop_back(bool) override {}
  void pace(double) override {}
  void sleep(Duration, bool) override {}
  void wake() override {}
  Address address() const override { return {1, 1}; }
  std::size_t largest_datagram() const override { return unit + overhead; }
  std::size_t room(std::size_t) const override { return 1 << 20; }

  /// "d0 d1 e2>3": data by multicast, End to member 3; and forgets them.
  std::string take() {
    std::string text;
    for (const Note& note : notes) {
      text += (text.empty() ? "" : " ") +
              std::string(1, " dranplpfe"[static_cast<int>(note.kind)]) +
              std::to_string(note.sequence) + (note.to < 0 ? "" : ">" + std::to_string(note.to));
    }
    notes.clear();
    return text;
  }
  std::vector<Note> notes;
  int room_left = 1 << 30;
};

/// All members' addresses, and one member's outbox.
struct Fixture {
  explicit Fixture(int count) : liveness(count), members(count) {
    std::iota(members.begin(), members.end(), 0);
    std::vector<Address> addresses;
    for (int i = 0; i < count; ++i) {
      addresses.push_back({2, static_cast<std::uint16_t>(i + 1)});
    }
    outbox.emplace(notes, statistics, Agreement{}, addresses, 0);
    liveness.tick(now);
  }
  void pass(Duration time) {
    now += time;
    liveness.tick(now);
  }
  Notes notes;
  Statistics statistics;
  Liveness liveness;
  std::vector<int> members;
  std::optional<Outbox> outbox;
  Where where{7, 0, group_ip};
  Time now{seconds(100)};
};

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
  /// After the time in which acknowledgements come.
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

/// Member 0 receives `pieces` pieces from member 1; it is at `place` of `receivers`.
struct Receiver : Fixture {
  Receiver(std::uint32_t pieces, std::uint32_t credit, Turn turn = {}, Part part = {},
           bool eager = false, std::uint32_t operation = 0)
      : Fixture(2), message(pieces * unit) {
    where.operation = operation;
    if (part.bytes == 0) {
      part.bytes = message.size();
    }
    buffer.resize(part.bytes);
    for (std::size_t i = 0; i < message.size(); ++i) {
      message[i] = static_cast<std::byte>(i * 7 + i / 256);
    }
    side.emplace(
        *outbox, liveness, memory, where, Reception::Message{buffer, part, message.size(), unit}, 1,
        turn, credit, eager, [this] { ++renewals; }, now);
    side->progress(now);
  }
  void data(std::uint32_t piece, bool by_multicast = true) {
    Header header = header_of(Kind::Data, piece);
    side->handle({header, std::span(message).subspan(piece * unit, unit)}, 1, by_multicast, now);
  }
  void asked(Kind kind, std::uint32_t sent) {
    side->handle({header_of(kind, sent), {}}, 1, false, now);
  }
  Header header_of(Kind kind, std::uint32_t sequence) const {
    Header header;
    header.kind = kind;
    header.sender = 1;
    header.sequence = sequence;
    header.total = message.size();
    return header;
  }
  ReceiverMemory memory;
  std::vector<std::byte> message, buffer;
  int renewals = 0;
  std::optional<Reception> side;
};

TEST(Receiver, GivesCreditAtOnce) {
  Receiver receiver(10, 50);
  ASSERT_EQ(receiver.notes.notes.size(), 1u);
  EXPECT_EQ(receiver.notes.notes[0].report, (Report{50, 0, 0, false}));
  EXPECT_EQ(receiver.notes.take(), "r0>1");
}

TEST(Receiver, WaitsWithItForWhatComesByItself) {
  Receiver receiver(10, 50, {}, {}, true);
  EXPECT_EQ(receiver.notes.take(), "");
  receiver.pass(milliseconds(21));
  receiver.side->progress(receiver.now);
  EXPECT_EQ(receiver.notes.take(), "r0>1");
}

TEST(Receiver, AcknowledgesOnceAWindowAtItsTurn) {
  // Credit for 80 pieces makes windows of 20.
  for (const int place : {0, 1, 3}) {
    Receiver receiver(60, 80, {place, 4});
    receiver.notes.take();
    std::vector<std::uint32_t> after;
    for (std::uint32_t piece = 0; piece < 59; ++piece) {
      receiver.data(piece);
      if (!receiver.notes.notes.empty()) {
        EXPECT_EQ(receiver.notes.notes[0].report.limit, piece + 1 + 80);
        after.push_back(piece);
        receiver.notes.take();
      }
    }
    const std::uint32_t first = static_cast<std::uint32_t>(place) * 5;
    EXPECT_EQ(after, (std::vector<std::uint32_t>{first, first + 20, first + 40}));
    receiver.data(59);
    EXPECT_EQ(receiver.notes.take(), "a60>1");
    EXPECT_TRUE(receiver.side->finished());
    EXPECT_TRUE(receiver.buffer == receiver.message);
  }
}

TEST(Receiver, AsksForGapsWhenLaterPiecesHaveCome) {
  Receiver receiver(40, 400, {1, 2});
  receiver.notes.take();
  receiver.data(0);
  receiver.data(2);  // 1 is late or lost
  receiver.data(3);
  EXPECT_EQ(receiver.notes.take(), "");
  receiver.data(4);
  ASSERT_EQ(receiver.notes.notes.size(), 1u);
  EXPECT_EQ(receiver.notes.notes[0].bitmap, (std::vector{std::byte{1}}));
  EXPECT_EQ(receiver.notes.notes[0].report, (Report{405, 4, 5, false}));
  EXPECT_EQ(receiver.notes.take(), "n1>1");
  receiver.data(5);
  receiver.data(6);
  EXPECT_EQ(receiver.notes.take(), "") << "it was asked for";
  receiver.data(16);  // many at once
  ASSERT_EQ(receiver.notes.notes.size(), 1u);
  EXPECT_EQ(receiver.notes.notes[0].bitmap, (std::vector{std::byte{0x7f}}));
  EXPECT_EQ(receiver.notes.take(), "n7>1");
  receiver.data(10);
  receiver.data(1);
  EXPECT_EQ(receiver.notes.take(), "") << "late ones are no news of gaps";
}

TEST(Receiver, AsksForTheRestWhenTheRootHasSentAllOrNothingComes) {
  Receiver receiver(10, 50, {1, 2});
  receiver.data(0);
  receiver.data(1);
  receiver.notes.take();
  receiver.asked(Kind::End, 10);
  EXPECT_EQ(receiver.notes.notes[0].bitmap, (std::vector{std::byte{0xff}}));
  EXPECT_EQ(receiver.notes.take(), "n2>1");
  receiver.pass(milliseconds(10));
  receiver.side->progress(receiver.now);
  EXPECT_EQ(receiver.notes.take(), "") << "too early";
  receiver.pass(milliseconds(11));
  receiver.side->progress(receiver.now);
  EXPECT_EQ(receiver.notes.take(), "n2>1");
}

TEST(Receiver, WantsOnlyItsPart) {
  Receiver receiver(10, 50, {}, {3500, 2000});
  receiver.notes.take();
  for (const std::uint32_t piece : {0u, 1u, 2u, 3u, 4u}) {
    receiver.data(piece);
  }
  receiver.notes.take();
  EXPECT_FALSE(receiver.side->finished());
  receiver.data(5);
  EXPECT_EQ(receiver.notes.notes.back().report.received, 6u) << "nothing counts as lost";
  EXPECT_EQ(receiver.notes.take(), "a10>1");
  EXPECT_TRUE(
      std::equal(receiver.buffer.begin(), receiver.buffer.end(), receiver.message.begin() + 3500));
}

TEST(Receiver, DoesWithoutMulticastWhenOnlySingleCopiesCome) {
  Receiver receiver(10, 50);
  receiver.asked(Kind::End, 10);  // so the root has sent, but nothing has come
  receiver.notes.take();
  std::string said;
  for (int i = 0; i < 100 && !receiver.memory.by_unicast; ++i) {
    receiver.pass(milliseconds(20));
    receiver.side->progress(receiver.now);
  }
  EXPECT_TRUE(receiver.memory.by_unicast);
  EXPECT_EQ(receiver.renewals, 1) << "first it tells the switches again that it listens";
  EXPECT_TRUE(receiver.notes.notes.back().report.by_unicast);
  receiver.data(0);
  EXPECT_FALSE(receiver.memory.by_unicast) << "they come after all";
}

TEST(Receiver, DoesNotDoubtTheNetworkWhenAGroupsFirstShortMessageComesAlone) {
  for (const std::uint32_t operation : {0u, 1u}) {
    Receiver receiver(1, 50, {0, 6}, {}, false, operation);
    receiver.data(0, false);
    EXPECT_TRUE(receiver.side->finished());
    EXPECT_EQ(receiver.memory.doubts, static_cast<int>(operation));
  }
  Receiver lost(1, 50, {0, 6});
  lost.asked(Kind::End, 1);
  for (int i = 0; i < 100; ++i) {
    lost.pass(milliseconds(20));
    lost.side->progress(lost.now);
  }
  EXPECT_FALSE(lost.memory.by_unicast);
}

TEST(Receiver, RefusesWhatContradictsTheMessage) {
  Receiver receiver(10, 50);
  Header header = receiver.header_of(Kind::Data, 10);
  receiver.side->handle({header, std::span(receiver.message).first(unit)}, 1, true, receiver.now);
  header.sequence = 0;
  receiver.side->handle({header, std::span(receiver.message).first(unit - 1)}, 1, true,
                        receiver.now);
  EXPECT_EQ(receiver.statistics.unusable, 2u);
  EXPECT_EQ(receiver.statistics.received, 0u);
  header.total = 5;
  receiver.side->handle({header, std::span(receiver.message).first(5)}, 1, true, receiver.now);
  EXPECT_EQ(receiver.side->contradicting_size(), 5u);
  header.total = receiver.message.size();
  header.sender = 0;
  receiver.side->handle({header, std::span(receiver.message).first(unit)}, 0, true, receiver.now);
  EXPECT_EQ(receiver.statistics.received, 0u) << "not from the root";
}

TEST(ProbeTimes, EveryoneSpeaksSeveralTimesAndNotAllAtOnce) {
  for (const int members : {1, 2, 16, 29, 384, 4096, 65535}) {
    Duration before{-1};
    for (const int self : {0, members / 3, members - 1}) {
      const ProbeTimes times = probe_times(static_cast<std::size_t>(members), self, seconds(0.5));
      EXPECT_LE(times.first + 4 * times.interval, seconds(0.5) * 3 / 4) << members;
      EXPECT_GE(times.interval, milliseconds(20));
      EXPECT_LT(times.first, times.interval);
      EXPECT_TRUE(members <= 16 || self == 0 || times.first > before) << members << " " << self;
      before = times.first;
    }
  }
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
