// SPDX-License-Identifier: Apache-2.0
// The choice where the network is described.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selection/choice.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr double mbit = 1e6 / 8;

/// The algorithms that are tried, in turns of five calls after five of the MPI's own.
std::vector<std::string> tried(World& world) {
  Choice choice(world, {0, 1, 2, 3, 4, 5}, false);
  world.settings.learn = true;
  std::vector<std::string> out;
  for (int call = 0; call < 60; ++call) {
    const Decision decision = choice.decide(Operation::Allgather, 8000);
    if (!decision.trial) break;
    const std::string who = decision.algorithm ? decision.algorithm->name : "mpi";
    if (out.empty() || out.back() != who) out.push_back(who);
    if (decision.trial->add(1)) decision.trial->agree(MPI_COMM_SELF);
  }
  return out;
}

/// A call at the wire, which needs 84 s, is not tried where the wire is known. So slow that it does
/// not matter how long reductions take.
TEST(Choice, LooksAheadByTheNetworkWhereThatIsKnown) {
  const auto is_planned_after_one_call = [](World& world, double seconds) {
    Choice choice(world, {0, 1, 2, 3, 4, 5}, true);
    const Decision decision = choice.decide(Operation::Bcast, 1 << 20);
    if (decision.trial->add(seconds)) decision.trial->agree(MPI_COMM_SELF);
    return choice.decide(Operation::Bcast, 1 << 20).algorithm != nullptr;
  };
  World world;
  EXPECT_TRUE(is_planned_after_one_call(world, 90));
  world.network = DescribedNetwork{Network::star(6, 0.1 * mbit), {0, 1, 2, 3, 4, 5}};
  EXPECT_FALSE(is_planned_after_one_call(world, 90));
  EXPECT_TRUE(is_planned_after_one_call(world, 1000));
}

TEST(Choice, TriesWhatTheModelPrefers) {
  World unknown, known;
  unknown.settings.multicast = known.settings.multicast = false;
  known.network = DescribedNetwork{Network::star(6, 100 * mbit), {0, 1, 2, 3, 4, 5}};
  const auto all = tried(unknown), some = tried(known);
  ASSERT_EQ(all.size(), 5U);  // the MPI's own and four candidates
  EXPECT_LE(some.size(), 4U);
  EXPECT_GE(some.size(), 3U);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
