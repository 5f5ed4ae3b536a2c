// SPDX-License-Identifier: Apache-2.0
// The registry's limits against what the simulation says of networks with one switch, two and four,
// and of many hosts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/model.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

constexpr double a_tenth = 1.1;
constexpr std::size_t kib = 1024;
// A plan beyond these limits is never the best for so many ranks.
constexpr SimulationLimits all_of_it{.ranks = 256, .steps = 200'000, .rates = 2'000'000};

struct Time {
  const Algorithm* algorithm;
  double seconds;
};

/// A broadcast or reduction of a size, for algorithms that every network has.
struct Point {
  Operation operation;
  const Network* network;
  std::size_t bytes;

  int ranks() const { return network->hosts(); }
  std::vector<Time> times() const {
    std::vector<Time> out;
    for (const Algorithm& algorithm : algorithms())
      if (algorithm.operation == operation && !algorithm.by_multicast)
        if (const auto seconds = simulated(algorithm, bytes, 0, *network, all_of_it))
          out.push_back({&algorithm, *seconds});
    return out;
  }
  std::string text() const {
    return std::string(name_of(operation)) + " of " + std::to_string(bytes) + " bytes, " +
           std::to_string(ranks()) + " ranks on " + std::to_string(network->links().size()) +
           " links";
  }
};

/// Networks from few ranks to many, fast and slow.
std::vector<Network> networks() {
  std::vector<Network> out;
  for (const double rate : {100 * mbit, 1000 * mbit})
    for (const int half : {2, 4, 8}) {
      out.push_back(Network::star(2 * half, rate));
      out.push_back(Network::two_switches(half, half, rate, rate));
    }
  out.push_back(Network::star(5, 100 * mbit));
  out.push_back(Network::star(24, 100 * mbit));
  out.push_back(Network::tree({3, 3, 3, 3}, {0, 0, 0, 0}, 100 * mbit, 100 * mbit));
  return out;
}

template <class Check>
void for_each_point(std::initializer_list<std::size_t> sizes, const Check& check) {
  const std::vector<Network> all = networks();
  for (const Operation operation : {Operation::Bcast, Operation::Reduce, Operation::Allreduce})
    for (const Network& network : all)
      for (const std::size_t bytes : sizes) check(Point{operation, &network, bytes});
}

double least_of(const std::vector<Time>& times) {
  return std::ranges::min_element(times, {}, &Time::seconds)->seconds;
}

void expect_that_the_best_is_left(const std::vector<Time>& all, const Point& point) {
  std::vector<Time> left;
  for (const Time& each : all)
    if (each.algorithm->suits(point.ranks(), point.bytes)) left.push_back(each);
  ASSERT_FALSE(left.empty());
  EXPECT_LE(least_of(left), a_tenth * least_of(all));
}

// So trials find the best algorithm without trying all. (Direct algorithms, which serve requests,
// end at 2 KiB, although some are faster up to 8.)
TEST(Limits, LeaveOutNothingThatIsFaster) {
  for_each_point({16 * kib, 32 * kib, 64 * kib, 128 * kib, 256 * kib, 512 * kib, 1024 * kib},
                 [](const Point& point) {
                   SCOPED_TRACE(point.text());
                   expect_that_the_best_is_left(point.times(), point);
                 });
}

// A limit that grows with the ranks must end somewhere: a binomial tree sends the whole vector once
// for each of its levels.
TEST(Limits, OfManyRanksToo) {
  constexpr double no_disaster = 2.5;
  for (const Network& network :
       {Network::star(256, 1000 * mbit), Network::fat_tree({4, 4, 8}, 1000 * mbit)})
    for (const Operation operation : {Operation::Bcast, Operation::Reduce})
      for (const std::size_t bytes : {4 * kib, 16 * kib, 64 * kib, 256 * kib, 1024 * kib}) {
        const Point point{operation, &network, bytes};
        SCOPED_TRACE(point.text());
        const std::vector<Time> all = point.times();
        expect_that_the_best_is_left(all, point);
        const Algorithm& selected = select(operation, point.ranks(), bytes);
        const auto chosen = std::ranges::find(all, &selected, &Time::algorithm);
        ASSERT_NE(chosen, all.end());
        EXPECT_LE(chosen->seconds, no_disaster * least_of(all)) << selected.name;
      }
}

// The excluded algorithms are slow in the middle of the range from which they are excluded.
TEST(Limits, LeaveOutWhatIsSlower) {
  int left_out = 0;
  for_each_point({64 * kib, 1024 * kib}, [&](const Point& point) {
    SCOPED_TRACE(point.text());
    const std::vector<Time> all = point.times();
    const double least = least_of(all);
    for (const Time& each : all) {
      if (each.algorithm->suits(point.ranks(), point.bytes)) continue;
      ++left_out;
      EXPECT_GT(each.seconds, least) << each.algorithm->name;
    }
  });
  EXPECT_GT(left_out, 100);
}

// For long messages the choice needs no knowledge of the network, except for an allreduce over
// trunks.
TEST(Limits, OfLongMessagesTheBestIsSelected) {
  for_each_point({1024 * kib, 4096 * kib}, [](const Point& point) {
    SCOPED_TRACE(point.text());
    const std::vector<Time> all = point.times();
    const Algorithm& selected = select(point.operation, point.ranks(), point.bytes);
    const auto chosen = std::ranges::find(all, &selected, &Time::algorithm);
    ASSERT_NE(chosen, all.end());
    const bool is_star = static_cast<int>(point.network->links().size()) == 2 * point.ranks();
    if (is_star || point.operation != Operation::Allreduce) {
      EXPECT_LE(chosen->seconds, a_tenth * least_of(all)) << selected.name;
    }
  });
}

}  // namespace
}  // namespace bamboo::plans::test
