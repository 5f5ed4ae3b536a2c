// SPDX-License-Identifier: Apache-2.0
#include "datagrams/wire.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "datagrams/card.h"
#include "protocol/arrivals.h"
#include "protocol/rate_control.h"
#include "session/past.h"

namespace bamboo::plans::multicast::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes datagram_of(const Header& header, const Bytes& payload) {
  Bytes bytes(overhead + payload.size());
  write_header(header, payload.size(), bytes);
  std::copy(payload.begin(), payload.end(), bytes.begin() + header_bytes);
  return bytes;
}

Header some_header(Kind kind) {
  Header header;
  header.kind = kind;
  header.sender = 3;
  header.session = 0xdeadbeef;
  header.group = (std::uint64_t{8} << 56) | 77;
  header.operation = 5;
  header.sequence = kind == Kind::Ready ? 0 : 9;
  header.total = 100000;
  return header;
}

Bytes payload_of(Kind kind) {
  switch (kind) {
    case Kind::Data:
    case Kind::Probe:
      return Bytes(600, std::byte{0x5a});
    case Kind::Ready:
    case Kind::Ack:
    case Kind::Nack: {
      Bytes payload(report_bytes + (kind == Kind::Nack ? 8 : 0), std::byte{0xff});
      write_report({200, kind == Kind::Ready ? 0u : 8u, kind == Kind::Ready ? 0u : 10u, true},
                   payload);
      return payload;
    }
    case Kind::Failed:
      return Bytes(4);
    default:
      return {};
  }
}

constexpr Kind kinds[] = {Kind::Data,  Kind::Ready, Kind::Ack,    Kind::Nack, Kind::Poll,
                          Kind::Alive, Kind::Probe, Kind::Failed, Kind::End};

TEST(Wire, EveryKindComesBack) {
  for (const Kind kind : kinds) {
    const Header header = some_header(kind);
    const Bytes payload = payload_of(kind);
    const Bytes bytes = datagram_of(header, payload);
    const auto read = parse(bytes);
    ASSERT_TRUE(read) << static_cast<int>(kind);
    EXPECT_EQ(read->header, header);
    EXPECT_TRUE(
        std::equal(payload.begin(), payload.end(), read->payload.begin(), read->payload.end()));
  }
  Bytes payload(report_bytes);
  const Report report{200, 8, 10, true};
  write_report(report, payload);
  EXPECT_EQ(read_report(payload), report);
}

TEST(Wire, TheLayoutIsTheDocumentedOne) {
  const Bytes bytes = datagram_of(some_header(Kind::Data), payload_of(Kind::Data));
  const std::array<int, header_bytes> expected = {
      'B', 'M', 2, 1, 0xef, 0xbe, 0xad, 0xde, 3, 0, 0x58, 0x02, 77, 0, 0, 0, 0, 0,
      0,   8,   5, 0, 0,    0,    9,    0,    0, 0, 0xa0, 0x86, 1,  0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(bytes[i]), expected[i]) << "byte " << i;
  }
}

TEST(Wire, ContradictionsAreRefused) {
  const auto refused = [](Header header, const Bytes& payload) {
    return !parse(datagram_of(header, payload));
  };
  Header header = some_header(Kind::Data);
  EXPECT_TRUE(refused(header, {}));
  header.sequence = 100000;
  EXPECT_TRUE(refused(header, payload_of(Kind::Data))) << "more pieces than bytes";
  header = some_header(Kind::Data);
  header.total = total_limit + 1;
  EXPECT_TRUE(refused(header, payload_of(Kind::Data)));
  EXPECT_TRUE(refused(some_header(Kind::Poll), Bytes(1)));
  EXPECT_TRUE(refused(some_header(Kind::Ack), Bytes(report_bytes - 1)));
  EXPECT_TRUE(refused(some_header(Kind::Nack), Bytes(report_bytes))) << "without a bitmap";
  EXPECT_TRUE(refused(some_header(Kind::Nack), Bytes(report_bytes + bitmap_limit + 1)));
  EXPECT_TRUE(refused(some_header(static_cast<Kind>(0)), {}));
  EXPECT_TRUE(refused(some_header(static_cast<Kind>(10)), {}));
  Bytes payload(report_bytes);
  write_report({5, 4, 6, false}, payload);
  EXPECT_TRUE(refused(some_header(Kind::Ack), payload)) << "beyond its own limit";
  write_report({5, 4, 3, false}, payload);
  EXPECT_TRUE(refused(some_header(Kind::Ack), payload)) << "more received than sent";
}

TEST(Wire, EveryTruncationIsRefused) {
  for (const Kind kind : kinds) {
    const Bytes whole = datagram_of(some_header(kind), payload_of(kind));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_FALSE(parse(std::span(whole).first(size))) << static_cast<int>(kind) << ' ' << size;
    }
    Bytes longer = whole;
    longer.push_back({});
    EXPECT_FALSE(parse(longer));
  }
}

/// Datagrams with some bytes changed: parse() accepts only what its own rules allow. Run under the
/// sanitizers as well.
TEST(Wire, MutatedDatagramsAreReadSafely) {
  std::mt19937 random(11);
  int accepted = 0;
  for (int round = 0; round < 50000; ++round) {
    const Kind kind = kinds[random() % std::size(kinds)];
    Bytes bytes = datagram_of(some_header(kind), payload_of(kind));
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      bytes[random() % std::min<std::size_t>(bytes.size(), 64)] = static_cast<std::byte>(random());
    }
    if (random() % 4 == 0) {
      bytes.resize(random() % (bytes.size() + 20));
    }
    if (const auto read = parse(bytes)) {
      ++accepted;
      EXPECT_EQ(read->payload.size() + overhead, bytes.size());
      EXPECT_LE(read->header.total, total_limit);
      if (read->header.kind == Kind::Data) {
        EXPECT_LT(read->header.sequence, read->header.total);
      }
      if (read->header.kind == Kind::Nack) {
        EXPECT_LE(read_report(read->payload).highest, read_report(read->payload).limit);
      }
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Seal, OnlyTheKeyOpens) {
  Seal::Key key{}, other{};
  other[15] = std::byte{1};
  Bytes bytes = datagram_of(some_header(Kind::Data), payload_of(Kind::Data));
  Seal(key).sign(bytes);
  EXPECT_TRUE(Seal(key).intact(bytes));
  EXPECT_FALSE(Seal(other).intact(bytes));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes changed = bytes;
    changed[i] ^= std::byte{0x10};
    EXPECT_FALSE(Seal(key).intact(changed)) << "byte " << i;
  }
  EXPECT_FALSE(Seal(key).intact(std::span(bytes).first(10)));
}

TEST(Card, ComesBackAndRefusesOthers) {
  const Card card = make_card({0x0a4d0001, 4711}, 1424);
  const std::string bytes = to_bytes(card);
  const auto read = read_card(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->address, card.address);
  EXPECT_EQ(read->unit, card.unit);
  EXPECT_EQ(read->share, card.share);
  EXPECT_EQ(read->host, card.host);
  for (std::size_t size = 0; size < 28; ++size) {
    EXPECT_FALSE(read_card(bytes.substr(0, size)));
  }
  EXPECT_FALSE(read_card("X" + bytes.substr(1)));
  EXPECT_FALSE(read_card(bytes + std::string(100, 'x')));
  EXPECT_FALSE(read_card(to_bytes(make_card({0x0a4d0001, 4711}, 100)))) << "too small a unit";
}

TEST(Card, AllCardsMakeTheKey) {
  const std::string cards[] = {to_bytes(make_card({1, 2}, 1424)),
                               to_bytes(make_card({3, 4}, 1424))};
  const std::string changed[] = {cards[0], to_bytes(make_card({3, 4}, 1424))};
  EXPECT_EQ(agree(cards).key, agree(cards).key);
  EXPECT_NE(agree(cards).key, agree(changed).key);
  const int members[] = {0, 1};
  const std::uint64_t id = group_id(agree(cards), members, 0);
  EXPECT_NE(id, group_id(agree(cards), members, 1));
  EXPECT_NE(id, group_id(agree(changed), members, 0));
  EXPECT_EQ(group_ip(agree(cards), id) >> 18, 0xefc00000u >> 18);
  EXPECT_NE(group_ip(agree(cards), id), group_ip(agree(cards), id ^ (std::uint64_t{1} << 40)));
}

TEST(ClosedGroups, AreForgottenInTheirOrder) {
  ClosedGroups closed;
  for (std::uint32_t group = 1; group <= 3000; ++group) {
    closed.add(group, {group, {}});
    closed.add(group, {group + 1, {}});  // opened again
  }
  EXPECT_EQ(closed.find(1000), nullptr);
  EXPECT_EQ(closed.find(3000 - 1024), nullptr);
  ASSERT_NE(closed.find(3000 - 1023), nullptr);
  ASSERT_NE(closed.find(3000), nullptr);
  EXPECT_TRUE(closed.find(3000)->has(3000));
  EXPECT_FALSE(closed.find(3000)->has(3001));
}

TEST(EmptyOperations, AreKnownForLong) {
  EmptyOperations empty;
  for (std::uint32_t operation = 0; operation < 100000; ++operation) {
    if (operation % 1000 != 7) {
      empty.add(operation);
    }
  }
  EXPECT_TRUE(empty.contains(0));
  EXPECT_TRUE(empty.contains(99999));
  EXPECT_FALSE(empty.contains(7));
  EXPECT_FALSE(empty.contains(99007));
  EXPECT_FALSE(empty.contains(100000));
}

TEST(Arrivals, CountsAndFindsWhatIsMissing) {
  Arrivals arrivals(200, 10, 190);
  EXPECT_EQ(arrivals.missing(), 180u);
  EXPECT_EQ(arrivals.next_missing(0), 10u);
  EXPECT_FALSE(arrivals.add(5));
  for (std::uint32_t piece = 10; piece < 190; ++piece) {
    if (piece != 63 && piece != 64 && piece != 150) {
      EXPECT_TRUE(arrivals.add(piece));
      EXPECT_FALSE(arrivals.add(piece));
    }
  }
  EXPECT_EQ(arrivals.next_missing(0), 63u);
  EXPECT_EQ(arrivals.next_missing(65), 150u);
  EXPECT_EQ(arrivals.next_missing(151), 200u);
  std::array<std::byte, 16> bitmap;
  EXPECT_EQ(arrivals.write_missing(63, 200, bitmap), 11u);
  EXPECT_EQ(std::to_integer<int>(bitmap[0]), 3);
  EXPECT_EQ(std::to_integer<int>(bitmap[10]), 1 << 7);
  EXPECT_EQ(arrivals.write_missing(63, 150, bitmap), 1u);
  EXPECT_EQ(arrivals.write_missing(63, 200, std::span(bitmap).first(2)), 1u);
}

TEST(RateControl, FallsToWhatArrivesAndKeepsToIt) {
  RateControl control(0);
  EXPECT_EQ(control.wait(1 << 20, Time(seconds(1))), Duration::zero()) << "the link says when";
  control.heard(100, 5, 1000, seconds(0.1));
  EXPECT_EQ(control.rate(), 0) << "so much is lost by bad cables";
  control.heard(100, 50, 1000, seconds(0.1));
  EXPECT_NEAR(control.rate(), 0.95 * 500000, 1);
  Time now{seconds(1)};
  double sent = 0;
  for (int i = 0; i < 1000; ++i) {
    now += control.wait(1000, now);
    control.take(1000);
    sent += 1000;
  }
  // The bucket's first fill is free.
  EXPECT_NEAR((sent - (64 << 10)) / in_seconds(now - Time(seconds(1))), control.rate(), 20000);
  const double before = control.rate();
  control.heard(100, 0, 1000, seconds(0.1));
  EXPECT_GT(control.rate(), before);
}

TEST(RateControl, NeverBeyondItsCeiling) {
  RateControl control(1e6);
  control.heard(100, 50, 1000, seconds(0.1));
  for (int i = 0; i < 1000; ++i) {
    control.heard(100, 0, 1000, seconds(0.1));
  }
  EXPECT_EQ(control.rate(), 1e6);
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
