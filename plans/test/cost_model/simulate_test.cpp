// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/simulate.h"

#include <gtest/gtest.h>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/best.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

/// Plans of messages that all start at once.
std::vector<Plan> at_once(int size, const std::vector<Message>& messages) {
  std::vector<Plan> plans;
  for (int r = 0; r < size; ++r) plans.push_back({"test", r, size, 0, {}});
  for (const Message& m : messages) {
    plans[m.from].steps.push_back({Step::Kind::Send, m.to, {}, {}, m.bytes, {}});
    plans[m.to].steps.push_back({Step::Kind::Receive, m.from, {}, {}, m.bytes, {}});
  }
  return plans;
}

TEST(Simulate, OneMessageTakesItsBytesAndTheLatency) {
  const Network star = Network::star(2, fast_ethernet, 1e-3);
  const Simulated run = simulate(at_once(2, {{0, 1, 1000}}), 1, star, {1e-4});
  EXPECT_NEAR(run.seconds, 1000 / fast_ethernet + 2e-3 + 2e-4, 1e-9);
  EXPECT_EQ(run.fault, std::nullopt);
  EXPECT_NEAR(run.busy[0], 1000 / fast_ethernet, 1e-9);
  EXPECT_EQ(run.bytes[0], 1000);
  EXPECT_EQ(run.busy[1], 0);
  EXPECT_NEAR(simulate(at_once(2, {{0, 1, 1000}}), 8, star, free_of_cost).seconds,
              8000 / fast_ethernet + 2e-3, 1e-9);
}

// 0 and 1 send to 2: each has half of its link. 3 to 0 shares with none.
TEST(Simulate, TransfersShareALinkFairly) {
  const Network star = Network::star(4, fast_ethernet, 0);
  const Simulated run =
      simulate(at_once(4, {{0, 2, 1000}, {1, 2, 3000}, {3, 0, 500}}), 1, star, free_of_cost);
  EXPECT_NEAR(run.seconds, 4000 / fast_ethernet, 1e-9);
  EXPECT_NEAR(run.busy[0], 2000 / fast_ethernet, 1e-9)
      << "the shorter one ends after twice its time";
  EXPECT_NEAR(run.busy[2], 4000 / fast_ethernet, 1e-9);
  EXPECT_NEAR(run.busy[6], 500 / fast_ethernet, 1e-9);
}

// 0 to 2 and 1 to 3 share a trunk; 0 to 1 has what 0's own link has left: max-min, not equal parts.
TEST(Simulate, TheOthersGetTheRateThatOneCannotUse) {
  const Network network = Network::two_switches(2, 2, fast_ethernet, fast_ethernet / 2, 0);
  const Simulated run =
      simulate(at_once(4, {{0, 2, 1000}, {1, 3, 1000}, {0, 1, 3000}}), 1, network, free_of_cost);
  EXPECT_NEAR(run.seconds, 4000 / fast_ethernet, 1e-9) << "a quarter for 0 to 2, three for 0 to 1";
}

TEST(Simulate, StepsWaitForEachOther) {
  const Network star = Network::star(5, fast_ethernet, 0);
  const auto all = problems(Operation::Bcast, 5, 0, 1, false);
  const Simulated run = simulate(plans(*find("bcast/binomial"), all), 1000, star, free_of_cost);
  // 0 sends to 4, 2 and 1 at the same time; 2 passes it on to 3.
  EXPECT_NEAR(run.seconds, 4000 / fast_ethernet, 1e-9);
}

TEST(Simulate, PlansThatNeverEndAreAFault) {
  auto plans = at_once(2, {{0, 1, 10}});
  plans[1].steps.clear();
  EXPECT_EQ(simulate(plans, 1, Network::star(2, fast_ethernet)).fault, Fault{"rank 0 never ends"});
}

TEST(Simulate, GivesUpAfterTooManyRates) {
  const auto plans = at_once(3, {{0, 1, 10}, {0, 2, 10}});  // both get a rate, then one a new one
  EXPECT_EQ(simulate(plans, 1, Network::star(3, fast_ethernet), {}, 1).fault,
            Fault{"more than 1 rates to look for"});
  EXPECT_EQ(simulate(plans, 1, Network::star(3, fast_ethernet), {}, 3).fault, std::nullopt);
}

// On an idle star the phases of the ring shift reach the network's bound, separated or not.
TEST(Simulate, TheRingShiftMeetsTheBound) {
  const Network star = Network::star(8, fast_ethernet, 0);
  const auto all = problems(Operation::Alltoall, 8, 0, 10'000, false);
  const Traffic traffic = traffic_of(all);
  const Phases phases = ring(traffic, star);
  for (Separation separation : {Separation::None, Separation::Tokens, Separation::Barrier}) {
    const auto plans = lower(phases, all, separation);
    EXPECT_NEAR(simulate(plans, 1, star, free_of_cost).seconds, bound(traffic, star), 1e-6);
    EXPECT_NEAR(predicted(phases, star, separation, free_of_cost), bound(traffic, star), 1e-9);
  }
}

// The fast prediction equals the simulation, except for the order in which a processor does
// simultaneous work, and for tokens behind data: so here half of the ranks send.

TEST(Predicted, AgreesWithTheSimulation) {
  for (std::uint32_t seed = 0; seed < cases(60); ++seed) {
    const int size = 2 + static_cast<int>(seed % 15);
    const Network network = seed % 2 == 0 ? Network::star(size, fast_ethernet)
                                          : Network::two_switches(size / 2, size - size / 2,
                                                                  fast_ethernet, fast_ethernet);
    Traffic traffic = random_traffic(size, (seed % 4 + 1) / 4.0, 1 << 20, seed);
    std::erase_if(traffic.messages,
                  [](const Message& m) { return m.from % 2 == 1 || m.to % 2 == 0; });
    const auto all = alltoallv(traffic);
    for (const Scheduler& scheduler : schedulers()) {
      if (!scheduler.serves(traffic, network)) continue;
      const Phases phases = scheduler.make(traffic, network, 0);
      for (Separation separation : {Separation::Tokens, Separation::Barrier}) {
        const double simulated =
            simulate(lower(phases, all, separation, &network), 1, network, {1e-6}).seconds;
        const double quick = predicted(phases, network, separation, {1e-6});
        EXPECT_NEAR(quick, simulated, 0.2 * simulated + 1e-4)
            << scheduler.name << " " << name_of(separation) << " seed " << seed;
      }
    }
  }
}

/// Seconds of an operation on 29 hosts.
double seconds_of(const char* name, std::size_t bytes) {
  const Network star = Network::star(29, fast_ethernet);
  const Algorithm& algorithm = *find(name);
  const std::size_t units = algorithm.cuts_blocks ? bytes : 1;
  return simulate(plans(algorithm, problems(algorithm.operation, 29, 0, units, false)),
                  algorithm.cuts_blocks ? 1 : static_cast<double>(bytes), star)
      .seconds;
}

TEST(Simulate, LongChainsHaveShortSegments) {
  constexpr std::size_t bytes = 1 << 20;
  EXPECT_LT(seconds_of("bcast/chain", bytes), 1.5 * bytes / fast_ethernet);
  EXPECT_LT(seconds_of("reduce/chain", bytes), 1.3 * bytes / fast_ethernet);
}

TEST(Simulate, ABinaryTreeIsForBlocksOfAMiddleSize) {
  for (const char* other : {"bcast/binomial", "bcast/chain", "bcast/scatter_allgather"})
    EXPECT_LT(seconds_of("bcast/binary", 128 << 10), seconds_of(other, 128 << 10)) << other;
  EXPECT_GT(seconds_of("bcast/binary", 4 << 10), seconds_of("bcast/scatter_allgather", 4 << 10));
  EXPECT_GT(seconds_of("bcast/binary", 8 << 20), seconds_of("bcast/chain", 8 << 20));
}

TEST(Simulate, NoAlgorithmBeatsTheBound) {
  for (std::uint32_t seed = 0; seed < cases(400); ++seed) {
    const int size = 2 + static_cast<int>(seed % 15);
    const Network network =
        seed % 3 == 0   ? Network::star(size, fast_ethernet)
        : seed % 3 == 1 ? Network::two_switches(1, size - 1, fast_ethernet, fast_ethernet / 3)
                        : Network::torus({size}, fast_ethernet);
    const Traffic traffic = random_traffic(size, (seed % 4 + 1) / 4.0, 1 << 18, seed);
    const double limit = bound(traffic, network) * (1 - 1e-9);
    const auto all = alltoallv(traffic);
    EXPECT_GE(simulate(plans(*find("alltoallv/pairwise"), all), 1, network).seconds, limit);
    for (const Scheduler& scheduler : schedulers()) {
      if (!scheduler.serves(traffic, network)) continue;
      const Phases phases = scheduler.make(traffic, network, seed % 2 * 400);
      for (Separation separation : {Separation::None, Separation::Tokens, Separation::Barrier}) {
        EXPECT_GE(predicted(phases, network, separation, free_of_cost), limit) << scheduler.name;
        const auto plans = lower(phases, all, separation, &network);
        EXPECT_GE(simulate(plans, 1, network, free_of_cost).seconds, limit) << scheduler.name;
      }
    }
  }
}

TEST(Best, IsNoWorseThanAnyOfThem) {
  for (std::uint32_t seed = 0; seed < cases(60); ++seed) {
    const int size = 3 + static_cast<int>(seed % 10);
    const Network star = Network::star(size, fast_ethernet);
    const Traffic traffic = random_traffic(size, 0.7, 1 << 20, seed);
    const Best found = best(traffic, star);
    ASSERT_NE(found.scheduler, nullptr);
    EXPECT_EQ(found.phases.scheduler, found.scheduler->name);
    EXPECT_EQ(check(found.phases, traffic, star), std::nullopt);
    for (const Scheduler& scheduler : schedulers()) {
      if (!scheduler.serves(traffic, star)) continue;
      const double other =
          predicted(scheduler.make(traffic, star, 0), star, Separation::Tokens, Costs{});
      EXPECT_LE(found.seconds, std::max(other, 1.01 * bound(traffic, star))) << scheduler.name;
    }
  }
}

TEST(Best, OfAllReportsEachUnderTheGivenConditions) {
  const Network network = Network::two_switches(3, 4, fast_ethernet, fast_ethernet);
  const Traffic traffic = random_traffic(7, 0.8, 1 << 16, 5);
  const Conditions barriers{Separation::Barrier, {}, {}};
  std::vector<std::string> names;
  double least = 1e9;
  const Best found = best_of_all(traffic, network, 0, barriers, [&](const Best& tried) {
    names.push_back(tried.scheduler->name);
    EXPECT_EQ(tried.seconds, predicted(tried.phases, network, Separation::Barrier));
    least = std::min(least, tried.seconds);
  });
  std::vector<std::string> serving;
  for (const Scheduler& scheduler : schedulers())
    if (scheduler.serves(traffic, network)) serving.push_back(scheduler.name);
  EXPECT_EQ(names, serving);
  EXPECT_EQ(found.seconds, least);
}

}  // namespace
}  // namespace bamboo::plans::test
