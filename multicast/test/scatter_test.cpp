// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/scatter.h"

#include <gtest/gtest.h>

#include <numeric>
#include <ostream>

#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

enum class Scheme { Static, Dynamic, Assisted };

struct ScatterCase {
  const char* name;
  Scheme scheme;
  double loss;
};

void PrintTo(const ScatterCase& each, std::ostream* out) {
  *out << each.name;
}

class Scatters : public testing::TestWithParam<ScatterCase> {};

Settings lossy(int member) {
  Settings settings = loopback();
  settings.between = between({.loss = Scatters::GetParam().loss, .seed = 40u + member});
  return settings;
}

/// The bytes that round `round` gives to each member; some members get none.
std::vector<std::size_t> counts_of(int round, int size) {
  std::mt19937 random(static_cast<unsigned>(round));
  std::vector<std::size_t> counts(static_cast<std::size_t>(size));
  for (std::size_t& count : counts) {
    count = random() % 3 == 0 ? 0 : random() % (round % 2 ? 100 : 20000);
  }
  return counts;
}

TEST_P(Scatters, GiveEachMemberItsBlock) {
  Job job(6, lossy);
  job.run([&](int self, Session& session) {
    Group all = session.open(job.everyone());
    for (int round = 0; round < 12; ++round) {
      const int root = round % 6;
      const auto counts = counts_of(round, 6);
      const auto begin = std::accumulate(counts.begin(), counts.begin() + self, std::size_t{0});
      const auto message =
          message_of(root, round, std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
      std::vector<std::byte> buffer(counts[self]);
      // Only the root has the counts and the message.
      const auto known = self == root ? counts : std::vector<std::size_t>();
      const auto* data = self == root ? message.data() : nullptr;
      switch (GetParam().scheme) {
        case Scheme::Static:
          Scatter::in_group(all, data, known, buffer.data(), buffer.size(), root).wait();
          break;
        case Scheme::Dynamic: {
          Scatter scatter =
              Scatter::in_new_group(session, all, data, known, buffer.data(), buffer.size(), root);
          while (!scatter.progress()) {
            session.linger(microseconds(100));
          }
          break;
        }
        case Scheme::Assisted:
          Scatter::of_known(all, data, counts, buffer.data(), root).wait();
          break;
      }
      if (self != root) {
        EXPECT_TRUE(std::equal(buffer.begin(), buffer.end(), message.begin() + begin))
            << "member " << self << ", round " << round;
      }
    }
    return true;
  });
}

INSTANTIATE_TEST_SUITE_P(Schemes, Scatters,
                         testing::Values(ScatterCase{"static", Scheme::Static, 0},
                                         ScatterCase{"dynamic", Scheme::Dynamic, 0},
                                         ScatterCase{"assisted", Scheme::Assisted, 0},
                                         ScatterCase{"static_loss", Scheme::Static, 0.04},
                                         ScatterCase{"dynamic_loss", Scheme::Dynamic, 0.04},
                                         ScatterCase{"assisted_loss", Scheme::Assisted, 0.04}),
                         [](const testing::TestParamInfo<ScatterCase>& test) {
                           return test.param.name;
                         });

TEST(Scatter, MembersWithMoreOrLessRoomDoNotHoldUpTheOthers) {
  constexpr std::size_t counts[] = {0, 100, 100, 100, 100, 0}, room[] = {0, 200, 60, 100, 0, 50};
  constexpr std::size_t begin[] = {0, 0, 100, 200, 300, 400};
  for (const bool dynamic : {false, true}) {
    Job job(6);
    job.run([&](int self, Session& session) {
      Group all = session.open(job.everyone());
      const auto message = message_of(0, 0, 400);
      std::vector<std::byte> buffer(room[self]);
      const auto known = self == 0 ? std::span(counts) : std::span<const std::size_t>();
      Scatter scatter =
          dynamic ? Scatter::in_new_group(session, all, message.data(), known, buffer.data(),
                                          buffer.size(), 0)
                  : Scatter::in_group(all, message.data(), known, buffer.data(), buffer.size(), 0);
      if (counts[self] > room[self]) {
        EXPECT_THROW(scatter.wait(), Truncation) << self;
      } else {
        scatter.wait();
      }
      const std::size_t came = std::min(counts[self], room[self]);
      EXPECT_EQ(scatter.received(), came) << self;
      EXPECT_TRUE(std::equal(buffer.begin(), buffer.begin() + came, message.begin() + begin[self]))
          << self;
      take_part(all, self, 3, 1, 5000);  // the group goes on
      return true;
    });
  }
}

// The situation of several threads, each with its own communicator.
TEST(Scatter, OfSeveralGroupsAtOnceComeInAnyOrder) {
  Job job(3);
  constexpr std::size_t counts[] = {0, 700, 1300};
  job.run([&](int self, Session& session) {
    Group one = session.open(job.everyone(), 1), other = session.open(job.everyone(), 2);
    const auto start = [&](Group& group, int round, std::vector<std::byte>& message,
                           std::vector<std::byte>& buffer) {
      message = message_of(0, round, 2000);
      buffer.resize(counts[self]);
      const auto known = self == 0 ? std::span(counts) : std::span<const std::size_t>();
      return Scatter::in_new_group(session, group, message.data(), known, buffer.data(),
                                   buffer.size(), 0);
    };
    for (int round = 0; round < 4; ++round) {
      std::vector<std::byte> messages[2], buffers[2];
      Scatter scatters[] = {start(one, 2 * round, messages[0], buffers[0]),
                            start(other, 2 * round + 1, messages[1], buffers[1])};
      session.linger(milliseconds(5));  // all know all counts; groups are opened in any order
      const int first = (self + round) % 2;
      bool over[] = {false, false};
      while (!over[0] || !over[1]) {
        for (const int i : {first, 1 - first}) {
          over[i] = over[i] || scatters[i].progress();
        }
        session.linger(microseconds(100));
      }
      for (int i = 0; self > 0 && i < 2; ++i)
        EXPECT_TRUE(std::equal(buffers[i].begin(), buffers[i].end(),
                               messages[i].begin() + (self == 1 ? 0 : 700)));
    }
    return true;
  });
}

TEST(Scatter, NeedsACountForEachMember) {
  Job job(2);
  job.run([&](int self, Session& session) {
    Group all = session.open(job.everyone());
    const std::size_t counts[] = {4};
    EXPECT_THROW(Scatter::of_known(all, nullptr, counts, nullptr, 0), Failure);
    std::vector<std::byte> buffer(4);
    EXPECT_THROW(Scatter::in_group(all, nullptr, counts, buffer.data(), 4, 0).wait(), Failure)
        << "the root's mistake is reported to " << self;
    return true;
  });
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
