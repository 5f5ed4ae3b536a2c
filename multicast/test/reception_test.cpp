// SPDX-License-Identifier: Apache-2.0
#include "protocol/reception.h"

#include "one_side.h"

namespace bamboo::plans::multicast::test {
namespace {

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
  for (int i = 0; i < 100 && !receiver.memory.by_unicast; ++i) {
    receiver.pass(milliseconds(20));
    receiver.side->progress(receiver.now);
  }
  EXPECT_TRUE(receiver.memory.by_unicast);
  EXPECT_EQ(receiver.renewals, 1) << "first it announces its membership to the switches again";
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

}  // namespace
}  // namespace bamboo::plans::multicast::test
