// SPDX-License-Identifier: Apache-2.0
// Where the network is described.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "bamboo/plans/files.h"
#include "report/expected.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr double mbit = 1e6 / 8;

std::vector<HostId> ids(const std::vector<std::string>& names) {
  std::vector<HostId> out;
  for (const std::string& name : names) out.push_back(host_id(name));
  return out;
}

TEST(DescribedNetwork, HostsAreFoundByTheirNames) {
  const std::string text = read_description("names:a,b,c,dx100Mbit", 3);
  const auto found = match_hosts(text, ids({"c", "a", "d"}));
  EXPECT_EQ(found.described, (std::vector<int>{2, 0, 3}));
  // Ranks on hosts 1, 0 and 1 of the program's: a, c, a.
  const Network seen = found.between({1, 0, 1});
  EXPECT_EQ(seen.hosts(), 3);
  EXPECT_TRUE(std::isinf(seen.rate(0, 2)));
  EXPECT_EQ(seen.rate(0, 1), 100 * mbit);
}

TEST(DescribedNetwork, OrByTheirOrderWhereThereAreAsMany) {
  const std::string text = read_description("star:2x100Mbit", 2);
  EXPECT_EQ(match_hosts(text, ids({"x", "y"})).described, (std::vector<int>{0, 1}));
  EXPECT_THROW(match_hosts(text, ids({"x", "y", "z"})), std::invalid_argument);
}

TEST(DescribedNetwork, GuessedFromNames) {
  const auto found = match_hosts(read_description("names:1Gbit", 3), ids({"p", "q", "r"}));
  EXPECT_EQ(found.network.hosts(), 3);
  EXPECT_EQ(found.network.rate(0, 2), 1000 * mbit);
  EXPECT_THROW(read_description("names:fast", 3), std::invalid_argument);
}

TEST(DescribedNetwork, RanksOfADescriptionAreNotTheProgramsRanks) {
  const auto found = match_hosts(read_description("names:a,a,bx1Gbit", 2), ids({"b", "a"}));
  EXPECT_EQ(found.network.hosts(), 2);
  EXPECT_EQ(found.described, (std::vector<int>{1, 0}));
}

DescribedNetwork two_switches() {
  return {Network::two_switches(2, 2, 100 * mbit, 100 * mbit, 0), {0, 1, 2, 3}};
}

Asked four_processes(const char* operation, const char* plan) {
  Asked asked;
  asked.operation = operation;
  asked.plan = plan;
  asked.hosts = {0, 1, 2, 3};
  return asked;
}

TEST(Expected, OfARegularOperation) {
  Asked asked = four_processes("alltoall", "alltoall/pairwise");
  asked.calls = 5;
  asked.bytes = 125000;
  const Expected all = expected(asked, two_switches());
  ASSERT_TRUE(all.bound && all.predicted);
  EXPECT_NEAR(*all.bound, 4 * 0.01, 1e-9);  // four messages over the trunk
  EXPECT_GE(*all.predicted, *all.bound);
  EXPECT_LT(*all.predicted, 3 * *all.bound);
  asked.plan = "mpi";
  EXPECT_FALSE(expected(asked, two_switches()).predicted);
  EXPECT_EQ(expected(asked, two_switches()).bound, all.bound);
}

TEST(Expected, OfAPatternByTheMeanOfItsCalls) {
  Asked asked = four_processes("alltoallv", "alltoallv/gated");
  asked.calls = 2;
  for (int rank = 0; rank < 4; ++rank) asked.rows[rank] = {0, 0, 0, 0};
  asked.rows[0][3] = asked.rows[1][2] = 2 * 125000;
  const Expected both = expected(asked, two_switches());
  ASSERT_TRUE(both.bound && both.predicted);
  EXPECT_NEAR(*both.bound, 0.02, 1e-9);
  EXPECT_NEAR(*both.predicted, 0.02, 0.002);
  asked.rows.erase(2);  // a process whose calls are not known
  EXPECT_FALSE(expected(asked, two_switches()).bound);
}

/// Of what is tried, in turns of five calls after five of the MPI's own.
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

TEST(Expected, OfBlocksByTheMeanOfTheirCalls) {
  for (const char* plan : {"gatherv/linear", "scatterv/linear", "allgatherv/ring",
                           "allgatherv/gated", "reduce_scatter/direct"}) {
    const std::string operation = std::string(plan).substr(0, std::string(plan).find('/'));
    Asked asked = four_processes(operation.c_str(), plan);
    asked.calls = 2;
    asked.root = 3;
    asked.rows = {{0, {250000}}, {1, {0}}, {2, {250000}}, {3, {500000}}};
    const Expected mean = expected(asked, two_switches());
    ASSERT_TRUE(mean.bound && mean.predicted) << plan;
    // The root's cable, or that of the process that has no block and needs all.
    const double blocks = operation == "scatterv" || operation == "gatherv" ? 2 : 4;
    EXPECT_NEAR(*mean.bound, blocks * 0.01, 1e-9) << plan;
    EXPECT_GE(*mean.predicted, *mean.bound) << plan;
    EXPECT_LT(*mean.predicted, 4 * *mean.bound) << plan;
    asked.rows.erase(1);
    EXPECT_FALSE(expected(asked, two_switches()).bound) << plan;
  }
}

TEST(Choice, LooksAheadWhereTheNetworkIsKnown) {
  const auto is_planned_after_one_call = [](World& world) {
    Choice choice(world, {0, 1, 2, 3, 4, 5}, true);
    const Decision decision = choice.decide(Operation::Bcast, 1 << 20);
    if (decision.trial->add(1)) decision.trial->agree(MPI_COMM_SELF);
    return choice.decide(Operation::Bcast, 1 << 20).algorithm != nullptr;
  };
  World world;
  EXPECT_FALSE(is_planned_after_one_call(world));
  world.network = DescribedNetwork{Network::star(6, 100 * mbit), {0, 1, 2, 3, 4, 5}};
  EXPECT_TRUE(is_planned_after_one_call(world));
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
