// SPDX-License-Identifier: Apache-2.0
// Of all processes of the test: what the edges of a ring carry, call by call.
#include "patterns/neighbour_patterns.h"

#include <gtest/gtest.h>

#include <string>

#include "bamboo/plans/verify.h"

namespace bamboo::plans::pmpi {
namespace {

int rank_here() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// A process of a ring, whose processes have `bytes(rank)` for the one after them.
template <class Bytes>
Problem ring(const Bytes& bytes) {
  Problem problem;
  problem.operation = Operation::NeighborAlltoallv;
  problem.rank = rank_here();
  PMPI_Comm_size(MPI_COMM_WORLD, &problem.size);
  const int before = (problem.rank + problem.size - 1) % problem.size;
  problem.destinations = {(problem.rank + 1) % problem.size};
  problem.sources = {before};
  problem.input_counts = {bytes(problem.rank)};
  problem.output_counts = {bytes(before)};
  return problem;
}

Problem even_ring(std::size_t bytes) {
  return ring([=](int) { return bytes; });
}

/// Two processes on a host, as far as there are two.
Locality pairs_of_processes(int size) {
  std::vector<int> places;
  for (int rank = 0; rank < size; ++rank) places.push_back(rank / 2);
  return Locality(places);
}

/// Calls of one topology; those that ask are known by "a".
class Calls {
 public:
  ScheduleRef make(const Problem& problem) {
    asked_ += patterns_.must_ask() ? 'a' : '-';
    ScheduleRef schedule =
        patterns_.next(problem, pairs_of_processes(problem.size), MPI_COMM_WORLD);
    if (schedule) {
      EXPECT_EQ(verify_alone(problem, schedule->plan()), std::nullopt);
    }
    return schedule;
  }
  const std::string& asked() const { return asked_; }

 private:
  NeighbourPatterns patterns_;
  std::string asked_;
};

TEST(NeighbourPatterns, CallsThatComeAgainAskNothingAndMakeNothing) {
  Calls calls;
  const ScheduleRef first = calls.make(even_ring(1000));
  ASSERT_NE(first, nullptr);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(calls.make(even_ring(1000)), first);
  EXPECT_EQ(calls.asked(), "a----a---------a-----");
}

TEST(NeighbourPatterns, OneProcessMayHaveMoreThanBeforeWithoutAMessageToTheOthers) {
  Calls calls;
  const auto more = [](int rank) { return std::size_t{rank == 0 ? 5000u : 1000u}; };
  const ScheduleRef first = calls.make(even_ring(1000));
  const ScheduleRef second = calls.make(ring(more));
  const bool has_edge = rank_here() <= 1;  // the first one's goes to the second
  EXPECT_EQ(second != first, has_edge);
  EXPECT_EQ(calls.make(even_ring(1000))->plan().steps.size(), first->plan().steps.size());
  EXPECT_EQ(calls.asked(), "a--");
}

TEST(NeighbourPatterns, MessagesAreMadeAnewWhenTheCountsHaveChanged) {
  Calls calls;
  for (int i = 0; i < 5; ++i) calls.make(even_ring(1000));
  const ScheduleRef old = calls.make(even_ring(9000));  // it asks
  for (int i = 0; i < 3; ++i) EXPECT_EQ(calls.make(even_ring(9000)), old);
  Calls others;
  EXPECT_EQ(others.make(even_ring(9000))->plan().steps.size(), old->plan().steps.size());
}

TEST(NeighbourPatterns, EdgesWithTwoDifferentCountsAreForTheMPIToFind) {
  Calls calls;
  Problem wrong = even_ring(1000);
  if (wrong.rank == 1) ++wrong.output_counts[0];
  EXPECT_EQ(calls.make(wrong), nullptr);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
