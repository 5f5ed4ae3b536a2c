// SPDX-License-Identifier: Apache-2.0
// Which of a communicator's large calls plans serve after their early turns.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "selection/choice.h"
#include "timed_calls.h"

namespace bamboo::plans::pmpi {
namespace {

/// All-to-alls of two sizes, by turns; which of them plans serve after so many of each.
std::vector<bool> served_after(int calls, double of_plan,
                               const std::vector<int>& hosts = {0, 1, 2}) {
  const World world;
  Choice choice(world, hosts, true);
  const std::size_t sizes[] = {block, 4 * block};
  for (const std::size_t bytes : sizes)
    for (int call = 0; call < calls; ++call) {
      const Decision decision = choice.decide(Operation::Alltoall, bytes);
      if (decision.trial && decision.trial->add(decision.algorithm ? of_plan : 100))
        decision.trial->agree(MPI_COMM_WORLD);
    }
  std::vector<bool> served;
  for (const std::size_t bytes : sizes)
    served.push_back(choice.decide(Operation::Alltoall, bytes).algorithm != nullptr);
  return served;
}

TEST(TrialOfLargeCall, AllKindsOfCallsOfACommunicatorShareWhatTheyMayLose) {
  EXPECT_EQ(served_after(1, 50), (std::vector{true, true}));
  EXPECT_EQ(served_after(10, 50), (std::vector{true, true}));
  EXPECT_EQ(served_after(10, 250), (std::vector{false, false}));
  const World world;
  Choice choice(world, {0, 1, 2}, true);
  int tried = 0;
  for (std::size_t bytes = block; bytes < 16 * block; bytes *= 2)
    for (int call = 0; call < 10; ++call) {
      const Decision decision = choice.decide(Operation::Alltoall, bytes);
      tried += decision.algorithm != nullptr;
      if (decision.trial->add(decision.algorithm ? 250 : 100))
        decision.trial->agree(MPI_COMM_WORLD);
    }
  EXPECT_EQ(tried, 1);
}

/// Returns the candidate that serves after one slow call of 256 KiB in each block.
std::string served_after_one(Operation operation) {
  const World world;
  Choice choice(world, {0, 1, 2}, true);
  const Decision decision = choice.decide(operation, 256 << 10);
  if (decision.trial->add(100)) decision.trial->agree(MPI_COMM_WORLD);
  const Algorithm* next = choice.decide(operation, 256 << 10).algorithm;
  return next ? next->name : "mpi";
}

TEST(TrialOfLargeCall, EachOperationHasItsTurnWithTheSecondCall) {
  EXPECT_EQ(served_after_one(Operation::Bcast), "bcast/chain");
  EXPECT_EQ(served_after_one(Operation::Gather), "gather/linear");
  EXPECT_EQ(served_after_one(Operation::Scatter), "scatter/linear");
  EXPECT_EQ(served_after_one(Operation::Allgather), "allgather/gated");
  EXPECT_EQ(served_after_one(Operation::Allgatherv), "allgatherv/gated");
  EXPECT_EQ(served_after_one(Operation::Alltoall), "alltoall/gated");
  EXPECT_EQ(served_after_one(Operation::Reduce), "reduce/chain");
  EXPECT_EQ(served_after_one(Operation::Allreduce), "allreduce/gated");
  EXPECT_EQ(served_after_one(Operation::ReduceScatter), "reduce_scatter/gated");
  EXPECT_EQ(served_after_one(Operation::ReduceScatterBlock), "reduce_scatter_block/gated");
  EXPECT_EQ(served_after_one(Operation::Scan), "scan/doubling");
  EXPECT_EQ(served_after_one(Operation::Exscan), "exscan/doubling");
}

/// A process of a ring that has so much for the one after it.
Problem ring_of(std::size_t bytes) {
  Problem problem;
  problem.operation = Operation::NeighborAlltoallv;
  PMPI_Comm_rank(MPI_COMM_WORLD, &problem.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &problem.size);
  problem.destinations = {(problem.rank + 1) % problem.size};
  problem.sources = {(problem.rank + problem.size - 1) % problem.size};
  problem.input_counts = problem.output_counts = {bytes};
  return problem;
}

/// Returns the candidate that serves neighbours after two calls that have taken this time. The last
/// process has this number of bytes to send, the others have few.
std::string neighbours_served_after_two(std::size_t bytes, double seconds) {
  const World world;
  Choice choice(world, {0, 1, 2}, false);
  const Decision decision = choice.decide(Operation::NeighborAlltoallv, 0);
  Problem own = ring_of(100);
  if (own.rank == own.size - 1) own = ring_of(bytes);
  EXPECT_FALSE(decision.trial->add(seconds)) << "a topology of one call";
  EXPECT_TRUE(decision.trial->add(seconds));
  decision.trial->agree(MPI_COMM_WORLD, [&] { return own; });
  const Algorithm* next = choice.decide(Operation::NeighborAlltoallv, 0).algorithm;
  return next ? next->name : "mpi";
}

TEST(TrialOfLargeCall, NeighboursHaveTheirTurnWithTheThirdCallWhereOneSendsMuch) {
  EXPECT_EQ(neighbours_served_after_two(256 << 10, 100), "neighbor_alltoallv/direct");
  EXPECT_EQ(neighbours_served_after_two(8 << 10, 100), "mpi") << "it is small";
  EXPECT_EQ(neighbours_served_after_two(256 << 10, 1e-6), "mpi") << "it waits for no wire";
}

/// The one whose call ends last is not waited for by the reduction, but by what comes before it.
TEST(TrialOfLargeCall, ItsTimeIsThatOfTheLastProcessAlthoughOpeningTheChannelWaitsForThat) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const World world;
  Choice choice(world, {0, 1, 2}, true);
  const Decision decision = choice.decide(Operation::Reduce, 1 << 20);
  constexpr double seconds = 2;
  if (rank == 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  ASSERT_TRUE(decision.trial->add(rank == 0 ? seconds : 1e-6));
  MPI_Barrier(MPI_COMM_WORLD);
  decision.trial->agree(MPI_COMM_WORLD);
  const Algorithm* next = choice.decide(Operation::Reduce, 1 << 20).algorithm;
  ASSERT_NE(next, nullptr);
  EXPECT_STREQ(next->name, "reduce/chain");
}

TEST(TrialOfLargeCall, InsideOfAHostThereIsNoWire) {
  EXPECT_EQ(served_after(1, 50, {1, 1, 1}), (std::vector{false, false}));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
