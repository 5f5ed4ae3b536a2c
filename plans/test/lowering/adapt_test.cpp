// SPDX-License-Identifier: Apache-2.0
// A schedule that was made for other counts is slow at most: whatever has changed, all ranks'
// plans together are right.
#include "bamboo/plans/adapt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/schedulers.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

bool is_same(const Problem& a, const Problem& b) {
  return a.input_counts == b.input_counts && a.output_counts == b.output_counts;
}

/// Adapts as each rank does by itself: a plan that fits runs unchanged.
std::vector<Plan> adapted_where_needed(const std::vector<Problem>& before,
                                       const std::vector<Plan>& kept,
                                       const std::vector<Problem>& now) {
  std::vector<Plan> out;
  for (std::size_t r = 0; r < now.size(); ++r)
    out.push_back(is_same(before[r], now[r]) ? kept[r] : adapted(kept[r], now[r]));
  return out;
}

/// Messages appear, go, grow and shrink, each with that probability; so do those to oneself.
std::vector<Problem> changed(std::vector<Problem> problems, double share, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  for (Problem& sender : problems)
    for (Problem& receiver : problems) {
      if (uniform(random) >= share) continue;
      std::size_t& bytes = sender.input_counts[receiver.rank];
      const std::size_t by = 1 + random() % 90;
      bytes = random() % 3 == 0 ? 0 : random() % 2 ? bytes + by : bytes - std::min(bytes, by);
      receiver.output_counts[sender.rank] = bytes;
    }
  return problems;
}

TEST(Adapted, WhateverHasChangedAllPlansTogetherAreRight) {
  int with_parts = 0, alone = 0;
  for (std::uint32_t seed = 0; seed < cases(150); ++seed) {
    std::mt19937 random(seed);
    const int size = 1 + static_cast<int>(seed % 11);
    const auto before = alltoallv(random_traffic(size, (seed % 4 + 1) / 4.0, 200, seed));
    const Traffic traffic = traffic_of(before);
    const Network network = Network::star(size, fast_ethernet);
    for (const Scheduler& scheduler : schedulers()) {
      if (!scheduler.serves(traffic, network)) continue;
      Phases phases = scheduler.make(traffic, network, seed % 3 * 8);
      // The parts of a message may arrive in any order.
      if (seed % 2 && !phases.small_last) std::ranges::shuffle(phases.phases, random);
      for (const Separation separation : separations) {
        const double lead = seed % 5 ? 6 / fast_ethernet : -1;  // seconds for 6 bytes: many are cut
        const auto kept = lower(phases, before, separation, &network, {lead});
        for (const double share : {0.0, 0.02, 0.3, 1.0}) {
          const auto now = changed(before, share, random);
          const auto plans = adapted_where_needed(before, kept, now);
          ASSERT_EQ(verify(now, plans), std::nullopt)
              << scheduler.name << " " << name_of(separation) << ", seed " << seed << ", share "
              << share;
          for (int r = 0; r < size; ++r) {
            EXPECT_TRUE(is_direct(plans[r]));
            with_parts += kept[r].steps.size() > now[r].input_counts.size() * 2;
            alone += is_same(before[r], now[r]);
          }
        }
      }
    }
  }
  EXPECT_GT(with_parts, 100);
  EXPECT_GT(alone, 100);
}

/// All counts zero and back, and every pair alone.
TEST(Adapted, FromAndToNothing) {
  for (const int size : {1, 2, 5, 9}) {
    const Network network = Network::star(size, fast_ethernet);
    const auto full = alltoallv(all_to_all(size, 70));
    auto none = full;
    for (Problem& problem : none) {
      problem.input_counts.assign(size, 0);
      problem.output_counts.assign(size, 0);
    }
    const auto plans_for = [&](const std::vector<Problem>& problems) {
      return lower(greedy(traffic_of(problems), network), problems, Separation::Tokens, &network,
                   {6 / fast_ethernet});
    };
    EXPECT_EQ(verify(none, adapted_where_needed(full, plans_for(full), none)), std::nullopt)
        << size;
    EXPECT_EQ(verify(full, adapted_where_needed(none, plans_for(none), full)), std::nullopt)
        << size;
    for (int from = 0; from < size; ++from)
      for (int to = 0; to < size; ++to) {
        auto one = none;
        one[from].input_counts[to] = one[to].output_counts[from] = 33;
        EXPECT_EQ(verify(one, adapted_where_needed(full, plans_for(full), one)), std::nullopt);
        EXPECT_EQ(verify(full, adapted_where_needed(one, plans_for(one), full)), std::nullopt);
      }
  }
}

/// The order of the schedule stays, with its tokens.
TEST(Adapted, KeepsThePacing) {
  const int size = 6;
  const Network network = Network::star(size, fast_ethernet);
  const auto before = alltoallv(random_traffic(size, 0.7, 5000, 3));
  const auto kept =
      lower(greedy(traffic_of(before), network), before, Separation::Tokens, &network);
  auto now = before;
  for (Problem& problem : now)
    for (auto* counts : {&problem.input_counts, &problem.output_counts})
      for (std::size_t& bytes : *counts) bytes += bytes / 10;
  for (int r = 0; r < size; ++r) {
    const Plan plan = adapted(kept[r], now[r]);
    ASSERT_EQ(plan.steps.size(), kept[r].steps.size());
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      EXPECT_EQ(plan.steps[i].kind, kept[r].steps[i].kind);
      EXPECT_EQ(plan.steps[i].peer, kept[r].steps[i].peer);
      EXPECT_EQ(plan.steps[i].after, kept[r].steps[i].after);
      EXPECT_EQ(plan.steps[i].is_token(), kept[r].steps[i].is_token());
    }
  }
}

TEST(Adapted, RefusesOtherPlans) {
  const auto all = problems(Operation::Alltoallv, 4, 0, 20, false);
  const Plan kept = find("alltoallv/pairwise")->make(all[1]);
  EXPECT_EQ(adapted(kept, all[1]).steps.size(), kept.steps.size());
  EXPECT_THROW(adapted(kept, all[2]), std::invalid_argument);
  EXPECT_THROW(adapted(kept, problems(Operation::Alltoallv, 5, 0, 20, false)[1]),
               std::invalid_argument);
  const Plan reduces = find("reduce/tree")->make(problems(Operation::Reduce, 4, 1, 20, false)[1]);
  EXPECT_THROW(adapted(reduces, all[1]), std::invalid_argument);
}

}  // namespace
}  // namespace bamboo::plans::test
