// SPDX-License-Identifier: Apache-2.0
// One side of a broadcast alone, without a network and with a simulated clock: checks which
// datagram goes to which member, and when.
#pragma once

#include <gtest/gtest.h>

#include <numeric>

#include "bamboo/plans/multicast/failure.h"
#include "protocol/reception.h"
#include "protocol/transmission.h"

namespace bamboo::plans::multicast::test {

constexpr std::uint32_t one_group_ip = 0xefc00001;
constexpr std::size_t unit = 1000;

/// Records what is sent. Members have the ports 1, 2, …
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
              to.ip == one_group_ip ? -1 : to.port - 1,
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
  Where where{7, 0, one_group_ip};
  Time now{seconds(100)};
};

}  // namespace bamboo::plans::multicast::test
