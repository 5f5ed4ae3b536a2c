// SPDX-License-Identifier: Apache-2.0
// Datagrams of strangers and forgers, and of members that misbehave.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <latch>

#include "datagrams/card.h"
#include "datagrams/wire.h"
#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

constexpr std::size_t loopback_unit = 1500 - 28 - overhead;  // of datagrams on loopback()

/// Sends any datagram to any address.
class Stranger {
 public:
  Stranger() : handle_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    const in_addr way{htonl(INADDR_LOOPBACK)};
    setsockopt(handle_, IPPROTO_IP, IP_MULTICAST_IF, &way, sizeof way);
  }
  ~Stranger() { close(handle_); }
  Stranger(const Stranger&) = delete;

  void send(const std::vector<std::byte>& bytes, const Address& to) {
    sockaddr_in system{};
    system.sin_family = AF_INET;
    system.sin_port = htons(to.port);
    system.sin_addr.s_addr = htonl(to.ip);
    sendto(handle_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&system),
           sizeof system);
  }

 private:
  int handle_;
};

std::vector<std::byte> signed_datagram(const Header& header, std::vector<std::byte> payload,
                                       const Seal& seal) {
  std::vector<std::byte> bytes(overhead + payload.size());
  write_header(header, payload.size(), bytes);
  std::copy(payload.begin(), payload.end(), bytes.begin() + header_bytes);
  seal.sign(bytes);
  return bytes;
}

/// Two sessions, and the facts that a stranger needs to write to them.
struct Target {
  Target() {
    for (int i = 0; i < 2; ++i) {
      sessions.push_back(std::make_unique<Session>(loopback()));
      cards.push_back(sessions.back()->card());
    }
    for (int i = 0; i < 2; ++i) {
      sessions[i]->join(cards, i);
    }
    agreement = agree(cards);
    group = group_id(agreement, std::vector{0, 1}, 0);
  }

  Address unicast(int member) const {
    const std::optional<Card> card = read_card(cards[member]);
    return card ? card->address : throw std::logic_error("a session's card cannot be read");
  }
  Address multicast() const { return {group_ip(agreement, group), agreement.port}; }
  Header header(Kind kind, int sender, std::uint32_t operation, std::uint32_t sequence,
                std::uint64_t total) const {
    Header header;
    header.kind = kind;
    header.sender = static_cast<std::uint16_t>(sender);
    header.session = agreement.session;
    header.group = group;
    header.operation = operation;
    header.sequence = sequence;
    header.total = total;
    return header;
  }

  std::vector<std::unique_ptr<Session>> sessions;
  std::vector<std::string> cards;
  Agreement agreement;
  std::uint64_t group;
};

/// A broadcast from 0 to 1 while `attack` runs; the data must be right. The first attack by unicast
/// is in the members' socket buffers before they begin, even if the threads start late.
void broadcast_during(Target& target, const std::function<void(Stranger&)>& attack) {
  std::atomic<int> busy = 2;
  std::latch opened(2), attacked(1);
  std::vector<std::thread> members;
  for (int self = 0; self < 2; ++self) {
    members.emplace_back([&, self] {
      Session& session = *target.sessions[self];
      Group group = session.open({0, 1});
      opened.count_down();
      attacked.wait();
      for (int round = 0; round < 10; ++round) {
        take_part(group, self, 0, round, 60000);
      }
      --busy;
      while (busy > 0) {
        session.linger(milliseconds(1));
      }
    });
  }
  Stranger stranger;
  opened.wait();
  attack(stranger);
  attacked.count_down();
  while (busy > 0) {
    attack(stranger);
    std::this_thread::sleep_for(microseconds(200));
  }
  for (std::thread& member : members) {
    member.join();
  }
}

TEST(Strangers, NoiseIsDropped) {
  Target target;
  std::mt19937 random(1);
  broadcast_during(target, [&](Stranger& stranger) {
    const auto noise = random_bytes(random() % 1600, random());
    stranger.send(noise, target.unicast(0));
    stranger.send(noise, target.unicast(1));
    stranger.send(noise, target.multicast());
  });
  EXPECT_GT(target.sessions[1]->statistics().foreign, 0u);
  EXPECT_EQ(target.sessions[1]->statistics().unusable, 0u);
}

TEST(Strangers, ForgedDatagramsAreDropped) {
  Target target;
  // The attacker has everything but the key.
  const Seal wrong(Seal::Key{std::byte{1}});
  std::uint32_t round = 0;
  broadcast_during(target, [&](Stranger& stranger) {
    const std::uint32_t operation = round++ % 12;
    const auto lies = std::vector<std::byte>(loopback_unit, std::byte{0x66});
    for (std::uint32_t piece = 0; piece < 42; piece += 7) {
      const auto forged =
          signed_datagram(target.header(Kind::Data, 0, operation, piece, 60000), lies, wrong);
      stranger.send(forged, target.multicast());
      stranger.send(forged, target.unicast(1));
    }
    std::vector<std::byte> payload(report_bytes);
    write_report({100, 43, 43, false}, payload);
    stranger.send(
        signed_datagram(target.header(Kind::Ack, 1, operation, 43, 60000), payload, wrong),
        target.unicast(0));
    stranger.send(signed_datagram(target.header(Kind::Failed, 1, operation, 0, 0),
                                  std::vector<std::byte>(4), wrong),
                  target.unicast(0));
  });
  EXPECT_GT(target.sessions[0]->statistics().forged, 0u);
  EXPECT_GT(target.sessions[1]->statistics().forged, 0u);
}

TEST(Strangers, AnotherSessionIsNotHeard) {
  Target target, other;
  broadcast_during(target, [&](Stranger& stranger) {
    const Seal seal(other.agreement.key);
    const auto foreign = signed_datagram(other.header(Kind::Data, 0, 0, 0, 60000),
                                         std::vector<std::byte>(loopback_unit), seal);
    stranger.send(foreign, target.multicast());
    stranger.send(foreign, target.unicast(1));
  });
  EXPECT_GT(target.sessions[1]->statistics().foreign, 0u);
}

TEST(Strangers, ReplayedDatagramsChangeNothing) {
  Target target;
  const Seal seal(target.agreement.key);
  // A replayed datagram: right signature, right contents, wrong time.
  const auto message = message_of(0, 3, 60000);
  broadcast_during(target, [&](Stranger& stranger) {
    for (std::uint32_t piece = 0; piece < 42; piece += 5) {
      const auto part = std::span(message).subspan(piece * loopback_unit, loopback_unit);
      const std::vector<std::byte> payload(part.begin(), part.end());
      stranger.send(signed_datagram(target.header(Kind::Data, 0, 3, piece, 60000), payload, seal),
                    target.multicast());
    }
  });
}

/// Signed datagrams whose fields are nonsense: a member's defect must not become another's. They
/// may make a broadcast fail (they may say so), but never touch memory that is not theirs.
TEST(Strangers, AMadMemberDoesNoHarmToMemory) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Target target;
    const Seal seal(target.agreement.key);
    std::mt19937 random(seed);
    const auto small = [&] {
      return static_cast<std::uint32_t>(random() % 4 == 0 ? random() : random() % 50);
    };
    std::vector<std::byte> buffer(60000);
    Session& root = *target.sessions[0];
    Session& receiver = *target.sessions[1];
    Group sending = root.open({0, 1}), receiving = receiver.open({0, 1});
    Broadcast out = sending.broadcast(buffer.data(), buffer.size(), 0);
    std::vector<std::byte> in(60000);
    Broadcast move = receiving.broadcast(in.data(), in.size(), 0);
    Stranger stranger;
    bool out_over = false, in_over = false;
    for (int round = 0; round < 3000; ++round) {
      const int to = static_cast<int>(random() % 2);
      Header header = target.header(static_cast<Kind>(1 + random() % 9), 1 - to, random() % 3,
                                    small(), random() % 2 ? 60000 : small());
      if (header.kind == Kind::Failed) {
        continue;
      }
      std::vector<std::byte> payload = random_bytes(random() % 1500, random());
      if (header.kind == Kind::Ready || header.kind == Kind::Ack || header.kind == Kind::Nack) {
        payload.resize(report_bytes + (header.kind == Kind::Nack ? 1 + random() % 64 : 0));
        const std::uint32_t received = small();
        const auto highest = static_cast<std::uint32_t>(received + small() % 100);
        write_report({static_cast<std::uint32_t>(highest + small() % 1000), received, highest,
                      random() % 2 == 0},
                     payload);
      } else if (header.kind == Kind::Poll || header.kind == Kind::Alive ||
                 header.kind == Kind::End) {
        payload.clear();
      }
      stranger.send(signed_datagram(header, payload, seal), target.unicast(to));
      try {
        out_over = out_over || out.progress();
      } catch (const Failure&) {
        out_over = true;
      }
      try {
        in_over = in_over || move.progress();
      } catch (const Failure&) {
        in_over = true;
      }
    }
    root.progress();
    receiver.progress();
  }
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
