// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/schedulers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "faults.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

constexpr std::size_t mb = 1'000'000, kb = 1'000;

/// The messages of Fig. 3, in its order.
Traffic figure_3() {
  return {6, {{0, 1, mb}, {1, 3, mb}, {0, 2, 10 * kb}, {2, 3, 100}, {1, 5, 100}, {2, 1, 100}}};
}

using PhaseSet = std::set<std::pair<int, int>>;

std::vector<PhaseSet> pairs(const Phases& phases) {
  std::vector<PhaseSet> out;
  for (const auto& phase : phases.phases) {
    out.emplace_back();
    for (const Transfer& t : phase) out.back().emplace(t.from, t.to);
  }
  return out;
}

TEST(Greedy, GivesThePhasesOfFigure3) {
  const Network star = Network::star(6, 100 * mbit);
  const Phases phases = greedy(figure_3(), star);
  EXPECT_EQ(pairs(phases),
            (std::vector<PhaseSet>{{{0, 1}, {1, 3}}, {{0, 2}, {2, 3}, {1, 5}}, {{2, 1}}}));
  EXPECT_EQ(check(phases, figure_3(), star), std::nullopt);
}

TEST(AllToAllBased, GivesThePhasesOfFigure3) {
  const Network star = Network::star(6, 100 * mbit);
  const Phases phases = all_to_all_based(figure_3(), star);
  EXPECT_EQ(pairs(phases),
            (std::vector<PhaseSet>{{{0, 1}, {2, 3}, {1, 5}}, {{1, 3}, {0, 2}, {2, 1}}}));
  EXPECT_EQ(check(phases, figure_3(), star), std::nullopt);
}

TEST(Ring, GivesThePhasesOfFigure2) {
  const Network star = Network::star(6, 100 * mbit);
  const Phases phases = ring(all_to_all(6, 1), star);
  ASSERT_EQ(phases.phases.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    PhaseSet wanted;
    for (int j = 0; j < 6; ++j) wanted.emplace(j, (j + i + 1) % 6);
    EXPECT_EQ(pairs(phases)[i], wanted);
  }
}

// The largest messages first: 0 to 1 opens phase 0; once only those below the threshold are left
// they all go at once.
TEST(Threshold, WhatIsLeftBelowItIsOnePhase) {
  const Network star = Network::star(6, 100 * mbit);
  const Phases by_size = greedy(figure_3(), star, 200);
  EXPECT_EQ(pairs(by_size),
            (std::vector<PhaseSet>{{{0, 1}, {1, 3}}, {{0, 2}, {2, 3}, {1, 5}}, {{2, 1}}}));
  EXPECT_TRUE(by_size.small_last);
  const Phases all_small = greedy(figure_3(), star, 2 * mb);
  ASSERT_EQ(all_small.phases.size(), 1u);
  EXPECT_TRUE(all_small.small_last);
  EXPECT_EQ(all_small.phases[0].size(), 6u);
  EXPECT_EQ(check(all_small, figure_3(), star), std::nullopt);
  const Phases based = all_to_all_based(figure_3(), star, 20 * kb);
  ASSERT_EQ(based.phases.size(), 2u);
  EXPECT_FALSE(based.small_last) << "1 to 3 is large, and what has room beside it goes with it";
  const Traffic uneven{3, {{0, 1, mb}, {0, 2, 100}, {2, 1, 100}, {1, 2, 100}}};
  for (const Scheduler& scheduler : schedulers()) {
    if (!scheduler.serves(uneven, Network::star(3, mbit))) continue;
    const Phases phases = scheduler.make(uneven, Network::star(3, mbit), 200);
    EXPECT_EQ(phases.phases.size(), 2u) << scheduler.name;
    EXPECT_TRUE(phases.small_last) << scheduler.name;
    EXPECT_EQ(check(phases, uneven, Network::star(3, mbit)), std::nullopt) << scheduler.name;
  }
}

// Phase by phase, as the paper writes it.
Phases slow_greedy(const Traffic& traffic, std::size_t small) {
  std::vector<Message> left = traffic.messages;
  std::ranges::stable_sort(left, std::greater(), &Message::bytes);
  Phases out{traffic.size, "greedy", {}, false};
  while (!left.empty()) {
    out.phases.emplace_back();
    std::set<int> senders, receivers;
    std::vector<Message> later;
    out.small_last = left[0].bytes < small;
    for (const Message& m : left) {
      if (out.small_last || (!senders.contains(m.from) && !receivers.contains(m.to))) {
        out.phases.back().push_back({m.from, m.to, 0, m.bytes});
        senders.insert(m.from);
        receivers.insert(m.to);
      } else {
        later.push_back(m);
      }
    }
    left = later;
  }
  return out;
}

// The algorithm of Fig. 4, line by line.
Phases slow_all_to_all_based(const Traffic& traffic, std::size_t small) {
  std::vector<Message> left = traffic.messages;
  std::ranges::stable_sort(left, std::greater(), &Message::bytes);
  Phases out{traffic.size, "all_to_all_based", {}, false};
  const auto distance = [&](const Message& m) {
    return (m.to - m.from + traffic.size) % traffic.size;
  };
  while (!left.empty()) {
    out.phases.emplace_back();
    std::set<int> senders, receivers;
    std::vector<bool> gone(left.size(), false);
    out.small_last = left[0].bytes < small;
    for (bool of_distance : {true, false})
      for (std::size_t i = 0; i < left.size(); ++i) {
        const Message& m = left[i];
        if (gone[i] || (of_distance && distance(m) != distance(left[0]))) continue;
        if (!out.small_last && (senders.contains(m.from) || receivers.contains(m.to))) continue;
        out.phases.back().push_back({m.from, m.to, 0, m.bytes});
        senders.insert(m.from);
        receivers.insert(m.to);
        gone[i] = true;
      }
    std::vector<Message> later;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (!gone[i]) later.push_back(left[i]);
    left = later;
  }
  return out;
}

TEST(Schedulers, TheFastFormsGiveWhatThePaperSays) {
  for (std::uint32_t seed = 0; seed < cases(300); ++seed) {
    const int size = 1 + static_cast<int>(seed % 19);
    const Traffic traffic = random_traffic(size, (seed % 7 + 1) / 7.0, 100'000, seed);
    const Network star = Network::star(size, 100 * mbit);
    const std::size_t small = seed % 3 == 0 ? 0 : seed % 3 * 300;
    SCOPED_TRACE(seed);
    const Phases fast = greedy(traffic, star, small), slow = slow_greedy(traffic, small);
    ASSERT_EQ(pairs(fast), pairs(slow));
    ASSERT_EQ(fast.small_last, slow.small_last);
    const Phases based = all_to_all_based(traffic, star, small);
    const Phases slow_based = slow_all_to_all_based(traffic, small);
    ASSERT_EQ(pairs(based), pairs(slow_based));
    ASSERT_EQ(based.small_last, slow_based.small_last);
  }
}

TEST(AllToAllBased, HasNoMorePhasesThanDistances) {
  for (std::uint32_t seed = 0; seed < cases(100); ++seed) {
    const int size = 2 + static_cast<int>(seed % 15);
    const Traffic traffic = random_traffic(size, (seed % 5 + 1) / 5.0, 10'000, seed);
    EXPECT_LE(all_to_all_based(traffic, Network::star(size, mbit)).phases.size(), size - 1u);
  }
}

// Four switches of sixteen, each behind a trunk that ten of them fill.
TEST(BottleneckFirst, KeepsTrunksBusy) {
  const Network tree = Network::tree({0, 16, 16, 16, 16}, {0, 0, 0, 0, 0}, mbit, 10 * mbit);
  const Traffic traffic = all_to_all(64, 1000);
  const Phases phases = bottleneck_first(traffic, tree);
  EXPECT_EQ(check(phases, traffic, tree), std::nullopt);
  const double fewest = bound(traffic, tree) * mbit / 1000;
  EXPECT_LT(static_cast<double>(phases.phases.size()), 1.15 * fewest);
  EXPECT_GT(static_cast<double>(greedy(traffic, tree).phases.size()), 1.5 * fewest);
}

// In the order of sizes alone, the message from 0 to 1 would go first and prevent rank 2, which has
// the largest load, from sending to 1.
TEST(BottleneckFirst, TheBusiestHostsMessagesGoFirst) {
  const Traffic traffic{4, {{0, 1, 100}, {2, 1, 95}, {2, 3, 90}, {2, 0, 90}}};
  const Network star = Network::star(4, mbit);
  EXPECT_TRUE(pairs(greedy(traffic, star))[0].contains({0, 1}));
  const auto phases = pairs(bottleneck_first(traffic, star));
  EXPECT_FALSE(phases[0].contains({0, 1}));
  EXPECT_EQ(phases.size(), 3u);
}

TEST(Schedulers, ServeEveryNetworkTheySayTheyServe) {
  const std::vector<Network> networks{
      Network::star(12, 100 * mbit),
      Network::two_switches(6, 6, 100 * mbit, 100 * mbit),
      Network::two_switches(5, 7, 100 * mbit, 1000 * mbit),
      Network::tree({0, 4, 4, 4}, {0, 0, 0, 0}, 100 * mbit, 200 * mbit),
      Network::torus({3, 2, 2}, 100 * mbit),
      Network::star(4, 100 * mbit).with_ranks({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3})};
  for (std::uint32_t seed = 0; seed < cases(300); ++seed) {
    const Traffic traffic = random_traffic(12, (seed % 4 + 1) / 4.0, 100'000, seed);
    for (std::size_t n = 0; n < networks.size(); ++n)
      for (const Scheduler& scheduler : schedulers()) {
        if (!scheduler.serves(traffic, networks[n])) continue;
        const Phases phases = scheduler.make(traffic, networks[n], seed % 2 * 500);
        EXPECT_EQ(check(phases, traffic, networks[n]), std::nullopt)
            << scheduler.name << ", network " << n << ", seed " << seed;
        EXPECT_EQ(phases.scheduler, scheduler.name);
      }
  }
}

TEST(Schedulers, NothingNeedsNoPhase) {
  for (const Scheduler& scheduler : schedulers())
    EXPECT_TRUE(scheduler.make({5, {}}, Network::star(5, mbit), 100).phases.empty())
        << scheduler.name;
}

TEST(Schedulers, AreFoundByName) {
  for (const Scheduler& scheduler : schedulers())
    EXPECT_EQ(find_scheduler(scheduler.name), &scheduler);
  EXPECT_EQ(find_scheduler("nonsense"), nullptr);
}

}  // namespace
}  // namespace bamboo::plans::test
