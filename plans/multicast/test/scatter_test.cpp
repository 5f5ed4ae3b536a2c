// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/scatter.h"

#include <gtest/gtest.h>

#include <numeric>
#include <ostream>

#include "job.h"

namespace bamboo::plans::multicast::test {
namespace {

enum class Scheme { Static, Dynamic, Assisted };

struct Case {
  const char* name;
  Scheme scheme;
  double loss;
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

class Scatters : public testing::TestWithParam<Case> {};

Settings lossy(int member) {
  Settings settings = loopback();
  settings.between = between({.loss = Scatters::GetParam().loss, .seed = 40u + member});
  return settings;
}

/// What round `round` gives to each member; some get nothing.
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
      // Only the root knows the counts and the message.
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
                         testing::Values(Case{"static", Scheme::Static, 0},
                                         Case{"dynamic", Scheme::Dynamic, 0},
                                         Case{"assisted", Scheme::Assisted, 0},
                                         Case{"static_loss", Scheme::Static, 0.04},
                                         Case{"dynamic_loss", Scheme::Dynamic, 0.04},
                                         Case{"assisted_loss", Scheme::Assisted, 0.04}),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

TEST(Scatter, OfAnUnexpectedSizeIsAnError) {
  Job job(2);
  job.run([&](int self, Session& session) {
    Group all = session.open(job.everyone());
    std::vector<std::byte> buffer(50);
    const std::size_t counts[] = {0, 40};
    Scatter scatter = Scatter::in_group(all, buffer.data(), counts, buffer.data(), 50, 0);
    EXPECT_THROW(scatter.wait(), Failure) << self;
    return true;
  });
}

TEST(Scatter, NeedsACountForEachMember) {
  Job job(2);
  Group all = job.session(0).open({0, 1});
  const std::size_t counts[] = {4};
  EXPECT_THROW(Scatter::in_group(all, nullptr, counts, nullptr, 0, 0), Failure);
  EXPECT_THROW(Scatter::of_known(all, nullptr, counts, nullptr, 0), Failure);
}

}  // namespace
}  // namespace bamboo::plans::multicast::test
