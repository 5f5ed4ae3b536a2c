// SPDX-License-Identifier: Apache-2.0
// Broadcasts over a bad network, and with late and dead members.
#include <gtest/gtest.h>

#include <ostream>

#include "datagrams/wire.h"
#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

Settings with(Faults faults, int member) {
  faults.seed += 100 * static_cast<unsigned>(member);
  Settings settings = loopback();
  settings.between = between(faults);
  return settings;
}

struct FaultCase {
  const char* name;
  Faults faults;
};

void PrintTo(const FaultCase& each, std::ostream* out) {
  *out << each.name;
}

class BadNetwork : public testing::TestWithParam<FaultCase> {};

TEST_P(BadNetwork, IsSurvived) {
  Faults faults = GetParam().faults;
  faults.overtaken = std::make_shared<std::atomic<std::uint64_t>>(0);
  Job job(4, [&](int member) { return with(faults, member); });
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 12; ++round) {
      take_part(group, self, round % 4, round, round % 3 == 0 ? 1 + round : 40000 * round);
    }
    return true;
  });
  const Statistics total = job.total();
  if (faults.loss > 0) {
    EXPECT_GT(total.repeated, 0u);
  }
  if (faults.duplication > 0) {
    EXPECT_GT(total.duplicates, 0u);
  }
  if (faults.reordering > 0) {
    EXPECT_GT(*faults.overtaken, 0u);
  }
  if (faults.loss + faults.duplication + faults.damage == 0) {
    EXPECT_LE(total.duplicates, 3 * total.repeated) << "a repetition reaches all others once";
  }
  if (faults.damage > 0) {
    EXPECT_GT(total.forged + total.foreign, 0u);
  }
  EXPECT_EQ(total.unusable, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Faults, BadNetwork,
    testing::Values(
        FaultCase{"none", {}}, FaultCase{"loss1", {.loss = 0.01, .seed = 1}},
        FaultCase{"loss5", {.loss = 0.05, .seed = 2}},
        FaultCase{"duplication5", {.duplication = 0.05, .seed = 3}},
        FaultCase{"reordering5", {.reordering = 0.05, .seed = 4}},
        FaultCase{"damage5", {.damage = 0.05, .seed = 5}},
        FaultCase{
            "all3",
            {.loss = 0.03, .duplication = 0.03, .reordering = 0.03, .damage = 0.03, .seed = 6}},
        FaultCase{
            "all5",
            {.loss = 0.05, .duplication = 0.05, .reordering = 0.05, .damage = 0.05, .seed = 7}},
        FaultCase{"loss30", {.loss = 0.3, .seed = 8}}),
    [](const testing::TestParamInfo<FaultCase>& test) { return test.param.name; });

TEST(WithoutMulticast, EverythingGoesByUnicast) {
  Job job(3, [](int member) { return with({.loss = 0.01, .multicast_lost = true}, member); });
  job.run([&](int self, Session& session) {
    const Reach reach = session.probe(milliseconds(150));
    EXPECT_FALSE(reach.everyone());
    EXPECT_TRUE(reach.by_unicast[(self + 1) % 3]);
    const std::string text = reach.to_text(session.names());
    EXPECT_NE(text.find(session.names()[(self + 1) % 3]), std::string::npos) << text;
    Group group = session.open(job.everyone());
    for (int round = 0; round < 4; ++round) {
      take_part(group, self, round % 3, round, 100000);
    }
    return true;
  });
  EXPECT_EQ(job.total().sent, 0u);
  EXPECT_GT(job.total().sent_alone, 4u * 2 * 70);
}

TEST(WithoutMulticast, AMemberThatHearsNoneIsServedAlone) {
  Job job(4, [](int member) {
    return member == 2 ? with({.multicast_lost = true}, member) : loopback();
  });
  job.run([&](int self, Session& session) {
    EXPECT_EQ(session.probe(milliseconds(150)).everyone(), self != 2);
    Group group = session.open(job.everyone());
    for (int round = 0; round < 3; ++round) {
      take_part(group, self, 0, round, 100000);
    }
    return true;
  });
  const Statistics root = job.statistics(0);
  EXPECT_EQ(root.sent, root.sent_alone);
}

TEST(WithoutMulticast, AShortFirstMessageOfAGroupArrives) {
  // Simulates a switch that has not learned the group yet.
  Job job(4, [](int member) { return with({.multicast_lost = true}, member); });
  job.run([&](int self, Session& session) {
    for (int round = 0; round < 3; ++round) {
      Group group = session.open(job.everyone());
      take_part(group, self, 1, round, 1000);
    }
    return true;
  });
  EXPECT_EQ(job.total().sent, 0u);
  EXPECT_EQ(job.total().sent_alone, 3u * 3);
}

TEST(WithoutMulticast, IsNoticedLaterToo) {
  // No probe has said so, as when a switch forgets who listens.
  Job job(3, [](int member) { return with({.multicast_lost = true}, member); });
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 5; ++round) {
      take_part(group, self, 0, round, 50000);
    }
    return true;
  });
  EXPECT_GT(job.statistics(0).sent_alone, 0u);
}

/// Loses the last acknowledgement of the first broadcast on the way out.
class LosesOneAck final : public Socket {
 public:
  explicit LosesOneAck(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
  bool send(Lane lane, const Address& to, std::span<const std::byte> bytes) override {
    const auto datagram = parse(bytes);
    if (!lost_ && datagram->header.kind == Kind::Ack && datagram->header.sequence == 1) {
      lost_ = true;
      return true;
    }
    return socket_->send(lane, to, bytes);
  }
  std::size_t receive(std::span<Arrival> arrivals) override { return socket_->receive(arrivals); }
  bool listen(std::uint16_t port) override { return socket_->listen(port); }
  bool join(std::uint32_t) override { return false; }  // multicasts do not reach it
  void leave(std::uint32_t ip) override { socket_->leave(ip); }
  void loop_back(bool wanted) override { socket_->loop_back(wanted); }
  void pace(double rate) override { socket_->pace(rate); }
  void sleep(Duration time, bool room) override { socket_->sleep(time, room); }
  void wake() override { socket_->wake(); }
  Address address() const override { return socket_->address(); }
  std::size_t largest_datagram() const override { return socket_->largest_datagram(); }
  std::size_t room(std::size_t bytes) const override { return socket_->room(bytes); }

 private:
  std::unique_ptr<Socket> socket_;
  bool lost_ = false;
};

TEST(WithoutMulticast, ALostAcknowledgementDoesNotHideIt) {
  Job job(2, [](int member) {
    Settings settings = loopback();
    if (member == 1) {
      settings.between = [](std::unique_ptr<Socket> socket) {
        return std::make_unique<LosesOneAck>(std::move(socket));
      };
    }
    return settings;
  });
  std::atomic<bool> root_goes_on = false;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 100);
    if (self == 0) {
      std::vector<std::byte> buffer(100);
      Broadcast move = group.broadcast(buffer.data(), buffer.size(), 0);
      root_goes_on = true;
      move.wait();
    } else {
      while (!root_goes_on) {  // otherwise it would report its need again in time
        session.linger(milliseconds(1));
      }
      std::vector<std::byte> buffer(100);
      group.broadcast(buffer.data(), buffer.size(), 0).wait();
    }
    return true;
  });
  EXPECT_EQ(job.statistics(0).sent, 0u);
}

TEST(Probe, EverybodyHearsEverybodyOnLoopback) {
  Job job(6);
  job.run([&](int self, Session& session) {
    const Reach reach = session.probe(seconds(2));
    EXPECT_TRUE(reach.everyone()) << reach.to_text(session.names());
    EXPECT_EQ(reach.to_text(session.names()), "");
    return true;
  });
}

TEST(LateMember, IsWaitedFor) {
  for (const std::size_t bytes : {std::size_t{10}, std::size_t{300000}}) {
    Job job(3);
    job.run([&](int self, Session& session) {
      if (self == 2) {
        std::this_thread::sleep_for(milliseconds(150));
      }
      Group group = session.open(job.everyone());
      take_part(group, self, 0, 0, bytes);
      return true;
    });
    // It had not joined the group: nothing may be sent before it says that it is ready.
    EXPECT_EQ(job.statistics(0).repeated, 0u);
  }
}

TEST(LateMember, FindsWhatWasSentBeforeItCame) {
  Job job(3);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 5; ++round) {
      if (self == 1 && round > 0) {
        std::this_thread::sleep_for(milliseconds(30));
      }
      take_part(group, self, 0, round, 2000);
    }
    return true;
  });
}

TEST(LateMember, RootMayBeLate) {
  Job job(4);
  job.run([&](int self, Session& session) {
    if (self == 0) {
      std::this_thread::sleep_for(milliseconds(150));
    }
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 100000);
    return true;
  });
}

/// Everyone but `dead` gets an error that names it, within a bounded time.
void expect_named(int dead, bool threads) {
  constexpr double patience = 1;
  Job job(4, [&](int) {
    Settings settings = loopback();
    settings.patience = patience;
    settings.thread = threads;
    return settings;
  });
  std::atomic<bool> is_dead = false;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 50000);
    if (self == dead) {
      is_dead = true;
      return false;
    }
    while (!is_dead) {
      session.linger(milliseconds(1));
    }
    const Time begin = Clock::now();
    std::vector<std::byte> buffer(200000);
    try {
      group.broadcast(buffer.data(), buffer.size(), 0).wait();
      ADD_FAILURE() << "member " << self << " has noticed nothing";
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.member(), dead) << failure.what();
      EXPECT_NE(std::string(failure.what()).find(session.names()[dead]), std::string::npos)
          << failure.what();
    }
    EXPECT_LT(in_seconds(Clock::now() - begin), 10 * patience);
    return true;
  });
}

TEST(DeadMember, ReceiverIsNamed) {
  expect_named(2, false);
}
TEST(DeadMember, RootIsNamed) {
  expect_named(0, false);
}

TEST(DeadMember, WhoIsElsewhereForLongIsNotDead) {
  Job job(2, [&](int) {
    Settings settings = loopback();
    settings.patience = 1;
    settings.thread = true;
    return settings;
  });
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 5000);
    if (self == 1) {
      std::this_thread::sleep_for(milliseconds(1800));
    }
    take_part(group, self, 0, 1, 100000);
    return true;
  });
}

TEST(DeadMember, GivingUpIsReportedToTheOthers) {
  for (const bool closed : {false, true}) {
    Job job(3);
    std::atomic<bool> given_up = false;
    job.run([&](int self, Session& session) {
      Group group = session.open(job.everyone());
      std::vector<std::byte> buffer(300000);
      if (self == 0) {
        group.broadcast(buffer.data(), buffer.size(), 0);  // dropped at once
        EXPECT_THROW(group.broadcast(buffer.data(), 1, 0), Failure);
        if (closed) {
          group.close();
        }
        given_up = true;
      } else {
        while (!given_up) {
          session.linger(milliseconds(1));
        }
        EXPECT_THROW(group.broadcast(buffer.data(), buffer.size(), 0).wait(), Failure);
      }
      return true;
    });
  }
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
