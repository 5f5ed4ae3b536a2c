// SPDX-License-Identifier: Apache-2.0
#include "report/expected.h"

#include <gtest/gtest.h>

#include <string>

#include "configuration/described_network.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr double mbit = 1e6 / 8;

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

}  // namespace
}  // namespace bamboo::plans::pmpi
