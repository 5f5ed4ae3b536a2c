// SPDX-License-Identifier: Apache-2.0
// Several members in one process, each in a thread, over loopback.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/plans/multicast/faults.h"
#include "bamboo/plans/multicast/session.h"

namespace bamboo::plans::multicast::test {

inline Settings loopback() {
  Settings settings;
  settings.interface = "lo";
  settings.mtu = 1500;
  return settings;
}

/// Fills words, because sanitizers make each step of a loop expensive.
inline std::vector<std::byte> random_bytes(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> words(count / 8 + 1);
  for (std::uint64_t& each : words) {
    each = random();
  }
  const auto* begin = reinterpret_cast<const std::byte*>(words.data());
  return {begin, begin + count};
}

inline std::vector<int> all_members(int count) {
  std::vector<int> members(count);
  for (int i = 0; i < count; ++i) {
    members[i] = i;
  }
  return members;
}

/// Sessions of `size` members that have each other's cards.
class Job {
 public:
  explicit Job(
      int size, const std::function<Settings(int)>& settings = [](int) { return loopback(); }) {
    std::vector<std::string> cards;
    for (int i = 0; i < size; ++i) {
      sessions_.push_back(std::make_unique<Session>(settings(i)));
      cards.push_back(sessions_.back()->card());
    }
    for (int i = 0; i < size; ++i) {
      sessions_[i]->join(cards, i);
    }
  }

  Session& session(int member) { return *sessions_[member]; }
  int size() const { return static_cast<int>(sessions_.size()); }
  std::vector<int> everyone() const { return all_members(size()); }

  /// Runs each member in a thread of its own. All stay and answer until the last one is done,
  /// except a member whose `part` returns false: it is dead.
  void run(const std::function<bool(int, Session&)>& part) {
    std::atomic<int> busy{size()};
    std::vector<std::thread> threads;
    for (int i = 0; i < size(); ++i) {
      threads.emplace_back([&, i] {
        bool alive = true;
        try {
          alive = part(i, session(i));
        } catch (const std::exception& problem) {
          ADD_FAILURE() << "member " << i << ": " << problem.what();
        }
        --busy;
        while (alive && busy > 0) {
          session(i).linger(milliseconds(1));
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  Statistics statistics(int member) const { return sessions_[member]->statistics(); }
  /// The sum over all members.
  Statistics total() const {
    Statistics sum;
    for (const auto& session : sessions_) {
      const Statistics one = session->statistics();
      sum.sent += one.sent;
      sum.sent_alone += one.sent_alone;
      sum.repeated += one.repeated;
      sum.received += one.received;
      sum.duplicates += one.duplicates;
      sum.foreign += one.foreign;
      sum.forged += one.forged;
      sum.unusable += one.unusable;
    }
    return sum;
  }

 private:
  std::vector<std::unique_ptr<Session>> sessions_;
};

/// The message of a broadcast, the same wherever it is computed.
inline std::vector<std::byte> message_of(int root, int round, std::size_t bytes) {
  return random_bytes(bytes, static_cast<unsigned>(1000 * round + root));
}

/// This member's side of a broadcast in a group of all, checked.
inline void take_part(Group& group, int self, int root, int round, std::size_t bytes) {
  std::vector<std::byte> expected = message_of(root, round, bytes);
  std::vector<std::byte> buffer = self == root ? expected : std::vector<std::byte>(bytes);
  group.broadcast(buffer.data(), bytes, root).wait();
  EXPECT_TRUE(buffer == expected) << "member " << self << ", round " << round;
}

}  // namespace bamboo::plans::multicast::test
