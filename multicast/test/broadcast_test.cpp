// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

TEST(Broadcast, MovesMessagesOfAllSizes) {
  Job job(4);
  // Around the ends of pieces (1420 bytes), windows and kernel buffers.
  const std::size_t sizes[] = {1,     2,     1419,   1420,    1421,   2840,
                               10000, 65536, 300000, 1 << 20, 5000000};
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    int round = 0;
    for (const std::size_t bytes : sizes) {
      take_part(group, self, 0, round++, bytes);
    }
    return true;
  });
  const Statistics root = job.statistics(0);
  EXPECT_GT(root.sent, 0u);
  EXPECT_EQ(root.sent_alone, 3u) << "the first; loopback carries multicasts";
}

TEST(Broadcast, EveryMemberMayBeTheRoot) {
  Job job(5);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 20; ++round) {
      take_part(group, self, round % 5, round, 5000 * round + 1);
    }
    return true;
  });
}

TEST(Broadcast, OfNoBytesOrToNoOtherNeedsNoCommunication) {
  Job job(2);
  Group group = job.session(0).open({0, 1});
  EXPECT_TRUE(group.broadcast(nullptr, 0, 0).progress());
  EXPECT_EQ(job.statistics(0).control, 0u);
  Group alone = job.session(1).open({1});
  char byte = 7;
  EXPECT_TRUE(alone.broadcast(&byte, 1, 0).progress());
}

TEST(Broadcast, SeveralAreUnderWayAtOnce) {
  Job job(4);
  constexpr std::size_t bytes = 100000;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    std::vector<std::vector<std::byte>> buffers;
    std::vector<Broadcast> moves;
    for (int root = 0; root < 4; ++root) {
      buffers.push_back(self == root ? message_of(root, 0, bytes) : std::vector<std::byte>(bytes));
      moves.push_back(group.broadcast(buffers.back().data(), bytes, root));
    }
    for (int root = 0; root < 4; ++root) {
      moves[root].wait();
      EXPECT_TRUE(buffers[root] == message_of(root, 0, bytes)) << self << " of " << root;
    }
    return true;
  });
}

TEST(Broadcast, EndsByProgressAlone) {
  Job job(3);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    std::vector<std::byte> buffer = message_of(1, 0, 200000);
    Broadcast move = group.broadcast(buffer.data(), buffer.size(), 1);
    while (!move.progress()) {
      std::this_thread::yield();
    }
    EXPECT_TRUE(move.progress()) << "it stays over";
    EXPECT_TRUE(buffer == message_of(1, 0, 200000));
    return true;
  });
}

TEST(Broadcast, MayBeWaitedForForSomeTime) {
  Job job(2);
  std::atomic<bool> root_has_waited = false;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    std::vector<std::byte> buffer = message_of(0, 0, 20000);
    if (self == 0) {
      Broadcast move = group.broadcast(buffer.data(), buffer.size(), 0);
      EXPECT_FALSE(move.wait_for(milliseconds(5))) << "the other one waits for the end of this";
      root_has_waited = true;
      std::vector<std::byte> more(10);
      group.broadcast(more.data(), more.size(), 1).wait();
      move.wait();
    } else {
      std::vector<std::byte> more(10), first(20000);
      while (!root_has_waited) {
        session.linger(milliseconds(1));
      }
      Broadcast move = group.broadcast(first.data(), first.size(), 0);
      group.broadcast(more.data(), more.size(), 1).wait();
      while (!move.wait_for(milliseconds(1))) {
      }
      EXPECT_TRUE(first == buffer);
    }
    return true;
  });
}

TEST(Broadcast, GroupsOfTheSameMembersMayDiffer) {
  Job job(2);
  job.run([&](int self, Session& session) {
    const std::uint32_t first = self == 0 ? 1 : 2;
    Group one = session.open({0, 1}, first), other = session.open({0, 1}, 3 - first);
    take_part(self == 0 ? one : other, self, 0, 0, 5000);
    take_part(self == 0 ? other : one, self, 1, 1, 5000);
    EXPECT_THROW(session.open({0, 1}, 1), Failure) << "it is open";
    return true;
  });
}

TEST(Broadcast, AMemberMayTakeAPart) {
  Job job(4);
  constexpr std::size_t bytes = 90001;
  const std::vector<std::byte> message = message_of(0, 0, bytes);
  const Part parts[] = {{}, {0, 30000}, {29999, 1}, {40000, 50001}};
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 3; ++round) {
      if (self == 0) {
        std::vector<std::byte> copy = message;
        group.broadcast(copy.data(), bytes, 0).wait();
      } else {
        const Part part = round == 2 ? Part{bytes, 0} : parts[self];
        std::vector<std::byte> buffer(part.bytes);
        group.receive(buffer.data(), part, bytes, 0).wait();
        EXPECT_TRUE(std::equal(buffer.begin(), buffer.end(), message.begin() + part.offset))
            << self;
      }
    }
    return true;
  });
}

TEST(Broadcast, OfPartOfTheMembersLeavesTheOthersAlone) {
  Job job(4);
  job.run([&](int self, Session& session) {
    if (self == 1) {
      return true;
    }
    Group group = session.open({3, 0, 2});
    const int place = self == 3 ? 0 : self == 0 ? 1 : 2;
    EXPECT_EQ(group.self(), place);
    for (int round = 0; round < 3; ++round) {
      take_part(group, place, round, round, 20000);
    }
    return true;
  });
  EXPECT_EQ(job.statistics(1).received, 0u);
}

TEST(Broadcast, DifferentSizesAreAnError) {
  Job job(2);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    std::vector<std::byte> buffer(self == 0 ? 100 : 60);
    Broadcast move = group.broadcast(buffer.data(), buffer.size(), 0);
    EXPECT_THROW(move.wait(), Failure);
    EXPECT_THROW(group.broadcast(buffer.data(), 1, 0), Failure) << "the group stays failed";
    return true;
  });
}

TEST(Broadcast, OfNoBytesKeepsItsPlaceAmongTheOthers) {
  Job job(3);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    for (int round = 0; round < 30; ++round) {
      take_part(group, self, round % 3, round, round % 4 == 3 ? 1000 : 0);
    }
    return true;
  });
}

enum class RootTurn { First, Last };

/// Member `empty` has nothing to move where the others have something; it comes first or last, and
/// may close its group at once.
void expect_disagreement(int empty, RootTurn turn, bool closes) {
  Job job(3);
  std::atomic<bool> passed = false;
  std::atomic<int> failed = 0;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 1000);  // from now on the root sends without being asked
    std::vector<std::byte> buffer(100);
    if (self != empty) {
      while (turn == RootTurn::First && !passed) {
        session.linger(milliseconds(1));
      }
      // A receiver may get its data and hear of it in the next one.
      EXPECT_THROW(
          {
            group.broadcast(buffer.data(), buffer.size(), 0).wait();
            group.broadcast(buffer.data(), buffer.size(), 0).wait();
          },
          Failure)
          << self << " with " << empty;
      ++failed;
      return true;
    }
    session.linger(turn == RootTurn::Last ? milliseconds(20) : milliseconds(0));
    try {
      group.broadcast(buffer.data(), 0, 0).wait();
    } catch (const Failure&) {
      EXPECT_EQ(turn, RootTurn::Last);
    }
    if (closes) {
      group.close();
    }
    passed = true;
    while (failed < 2) {
      session.linger(milliseconds(1));
    }
    EXPECT_THROW(group.broadcast(buffer.data(), 1, 0), Failure);
    return true;
  });
}

TEST(Broadcast, OfNoBytesOnOneSideIsAnError) {
  for (const int empty : {0, 1}) {
    for (const RootTurn turn : {RootTurn::First, RootTurn::Last}) {
      for (const bool closes : {false, true}) {
        expect_disagreement(empty, turn, closes);
      }
    }
  }
}

TEST(Broadcast, AFailedGroupIsAnErrorForWhoWaitsInIt) {
  Job job(3);
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 1000);
    std::vector<std::byte> buffer(100000);
    if (self == 1) {
      group.fail("no more of this");
      EXPECT_THROW(group.fail("again"), Failure);
      group.close();  // others may still have to hear of it
    } else {
      EXPECT_THROW(group.broadcast(buffer.data(), buffer.size(), 0).wait(), Failure) << self;
    }
    return true;
  });
}

TEST(Broadcast, WrongUsesAreErrors) {
  Job job(3);
  Session& session = job.session(0);
  EXPECT_THROW(session.open({1, 2}), Failure);
  EXPECT_THROW(session.open({0, 0}), Failure);
  EXPECT_THROW(session.open({0, 3}), Failure);
  Group group = session.open({0, 1});
  char byte = 0;
  EXPECT_THROW(group.broadcast(&byte, 1, 2), Failure);
  EXPECT_THROW(group.receive(&byte, {0, 1}, 1, 0), Failure);
  EXPECT_THROW(group.receive(&byte, {1, 1}, 1, 1), Failure);
  group.close();
  EXPECT_THROW(group.broadcast(&byte, 1, 0), Failure);
  EXPECT_THROW(Session().join(std::vector<std::string>{"no card"}, 0), Failure);
}

TEST(Broadcast, ThreadsOfTheSessionsAnswerWhileTheirUsersAreElsewhere) {
  Job job(3, [](int) {
    Settings settings = loopback();
    settings.thread = true;
    return settings;
  });
  std::atomic<bool> root_is_through = false;
  job.run([&](int self, Session& session) {
    Group group = session.open(job.everyone());
    take_part(group, self, 0, 0, 50000);
    // The root's message is taken and acknowledged without any call of the others.
    std::vector<std::byte> buffer = message_of(0, 1, 100000);
    Broadcast move = group.broadcast(buffer.data(), buffer.size(), 0);
    if (self == 0) {
      move.wait();
      root_is_through = true;
    } else {
      while (!root_is_through) {
        std::this_thread::sleep_for(milliseconds(1));
      }
      move.wait();
    }
    EXPECT_TRUE(buffer == message_of(0, 1, 100000));
    return true;
  });
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
