// SPDX-License-Identifier: Apache-2.0
#include "sockets/memberships.h"

#include <gtest/gtest.h>

#include <set>

#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

/// A network card that listens to `limit` groups.
class NetworkCard final : public Socket {
 public:
  explicit NetworkCard(std::size_t limit) : limit_(limit) {}
  bool join(std::uint32_t ip) override {
    if (groups.size() >= limit_) {
      return false;
    }
    ++joins;
    return groups.insert(ip).second;
  }
  void leave(std::uint32_t ip) override { EXPECT_EQ(groups.erase(ip), 1u); }
  bool send(Lane, const Address&, std::span<const std::byte>) override { return true; }
  std::size_t receive(std::span<Arrival>) override { return 0; }
  bool listen(std::uint16_t) override { return true; }
  void loop_back(bool) override {}
  void pace(double) override {}
  void sleep(Duration, bool) override {}
  void wake() override {}
  Address address() const override { return {}; }
  std::size_t largest_datagram() const override { return 1472; }
  std::size_t room(std::size_t) const override { return 1 << 20; }

  std::set<std::uint32_t> groups;
  int joins = 0;

 private:
  std::size_t limit_;
};

TEST(Memberships, TheLongestUnusedMakesRoom) {
  NetworkCard card(100);
  Statistics statistics;
  Memberships memberships(card, statistics, 3);
  for (const std::uint32_t ip : {1u, 2u, 3u}) {
    EXPECT_TRUE(memberships.hold(ip));
    memberships.release(ip);
  }
  EXPECT_TRUE(memberships.hold(1));  // used again: 2 is the oldest now
  memberships.release(1);
  EXPECT_TRUE(memberships.hold(4));
  memberships.release(4);
  EXPECT_EQ(card.groups, (std::set<std::uint32_t>{1, 3, 4}));
  EXPECT_EQ(statistics.evictions, 1u);
  EXPECT_EQ(statistics.joins, 4u);
}

TEST(Memberships, HeldOnesStay) {
  NetworkCard card(100);
  Statistics statistics;
  Memberships memberships(card, statistics, 2);
  EXPECT_TRUE(memberships.hold(1));
  EXPECT_TRUE(memberships.hold(2));
  EXPECT_FALSE(memberships.hold(3)) << "no room";
  memberships.release(2);
  EXPECT_TRUE(memberships.hold(3));
  EXPECT_EQ(card.groups, (std::set<std::uint32_t>{1, 3}));
  EXPECT_TRUE(memberships.hold(1)) << "twice";
  memberships.release(1);
  memberships.release(3);
  EXPECT_TRUE(memberships.hold(4));
  EXPECT_EQ(card.groups, (std::set<std::uint32_t>{1, 4})) << "1 is still held once";
}

TEST(Memberships, TheKernelsLimitMayBeLower) {
  NetworkCard card(2);
  Statistics statistics;
  Memberships memberships(card, statistics, 20);
  for (std::uint32_t ip = 1; ip <= 5; ++ip) {
    EXPECT_TRUE(memberships.hold(ip));
    memberships.release(ip);
  }
  EXPECT_EQ(card.groups, (std::set<std::uint32_t>{4, 5}));
  NetworkCard none(0);
  Memberships impossible(none, statistics, 20);
  EXPECT_FALSE(impossible.hold(1));
}

TEST(Memberships, RenewingIsJoiningAgain) {
  NetworkCard card(2);
  Statistics statistics;
  Memberships memberships(card, statistics, 2);
  memberships.renew(7);
  EXPECT_EQ(card.joins, 0);
  memberships.hold(7);
  memberships.renew(7);
  EXPECT_EQ(card.joins, 2);
}

/// More groups than memberships: each member receives in thirty of them.
TEST(Groups, AreMoreThanMemberships) {
  constexpr int groups = 45;
  Job job(3);
  job.run([&](int self, Session& session) {
    std::vector<Group> open;
    for (int i = 0; i < groups; ++i) {
      open.push_back(session.open(job.everyone()));
    }
    for (int turn = 0; turn < 2; ++turn) {
      for (int i = 0; i < groups; ++i) {
        take_part(open[i], self, i % 3, i, 3000);
      }
    }
    return true;
  });
  for (int member = 0; member < 3; ++member) {
    EXPECT_GT(job.statistics(member).evictions, 0u);
    EXPECT_EQ(job.statistics(member).unusable, 0u);
  }
}

TEST(Groups, WithoutRoomForOneMoreAreServedAlone) {
  Job job(2, [](int) {
    Settings settings = loopback();
    settings.memberships = 2;
    return settings;
  });
  job.run([&](int self, Session& session) {
    std::vector<Group> open;
    std::vector<std::vector<std::byte>> buffers;
    std::vector<Broadcast> moves;
    for (int i = 0; i < 5; ++i) {
      open.push_back(session.open(job.everyone()));
      buffers.push_back(self == 0 ? message_of(0, i, 20000) : std::vector<std::byte>(20000));
    }
    for (int i = 0; i < 5; ++i) {
      moves.push_back(open[i].broadcast(buffers[i].data(), 20000, 0));
    }
    for (int i = 0; i < 5; ++i) {
      moves[i].wait();
      EXPECT_TRUE(buffers[i] == message_of(0, i, 20000)) << i;
    }
    return true;
  });
  EXPECT_GT(job.statistics(0).sent, 0u);
  EXPECT_GT(job.statistics(0).sent_alone, 0u);
}

TEST(Groups, MayBeOpenedAndClosedForEachOperation) {
  Job job(4, [](int member) {
    Settings settings = loopback();
    settings.between = between({.loss = 0.03, .seed = static_cast<unsigned>(member)});
    return settings;
  });
  job.run([&](int self, Session& session) {
    for (int round = 0; round < 40; ++round) {
      const std::vector<int> members =
          round % 2 ? std::vector{0, 1, 2, 3} : std::vector{round / 2 % 2, 2 + round % 3 % 2};
      const auto own = std::find(members.begin(), members.end(), self);
      if (own != members.end()) {
        Group group = session.open(members);
        take_part(group, static_cast<int>(own - members.begin()), 0, round, 5000);
      }
    }
    return true;
  });
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
