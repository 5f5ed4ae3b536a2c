// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "bamboo/plans/schedulers.h"
#include "bamboo/plans/simulate.h"
#include "faults.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

/// The phases one after the other, each as long as its busiest link; the definition, not
/// predicted().
double length(const Phases& phases, const Network& network) {
  double seconds = 0;
  for (const auto& phase : phases.phases) {
    Traffic traffic{phases.size, {}};
    for (const Transfer& t : phase) traffic.messages.push_back({t.from, t.to, t.bytes});
    seconds += bound(traffic, network);
  }
  return seconds;
}

TEST(Birkhoff, KeepsWithin5PercentOfTheBound) {
  for (std::uint32_t seed = 0; seed < cases(1500); ++seed) {
    const int size = 1 + static_cast<int>(seed % 24);
    const double densities[] = {0.05, 0.3, 0.6, 1};
    const std::size_t largest[] = {2, 100, 65536, 10'000'000};
    const Traffic traffic = random_traffic(size, densities[seed % 4], largest[seed / 4 % 4], seed);
    const Network star = Network::star(size, fast_ethernet);
    const Phases phases = birkhoff(traffic, star, seed % 3 * 50);
    ASSERT_EQ(check(phases, traffic, star), std::nullopt) << "seed " << seed;
    ASSERT_LE(length(phases, star), 1.05 * bound(traffic, star) + 1e-12) << "seed " << seed;
    ASSERT_GE(length(phases, star), bound(traffic, star) * (1 - 1e-9)) << "seed " << seed;
    const Phases joined = join_parts(phases);
    ASSERT_EQ(check(joined, traffic, star), std::nullopt) << "seed " << seed;
    ASSERT_LE(joined.phases.size(), phases.phases.size());
  }
}

// No scheduler can do this one whole: 0 and 1 both have something for 2 and 3, in uneven parts.
TEST(Birkhoff, CutsWhereItMust) {
  const Traffic traffic{4, {{0, 2, 300}, {0, 3, 100}, {1, 2, 100}, {1, 3, 300}}};
  const Network star = Network::star(4, fast_ethernet);
  EXPECT_DOUBLE_EQ(length(birkhoff(traffic, star), star), bound(traffic, star));
  const Traffic uneven{
      3, {{0, 1, 500}, {0, 2, 500}, {1, 0, 700}, {1, 2, 300}, {2, 0, 300}, {2, 1, 500}}};
  const Phases phases = birkhoff(uneven, Network::star(3, fast_ethernet));
  EXPECT_GT(
      length(greedy(uneven, Network::star(3, fast_ethernet)), Network::star(3, fast_ethernet)),
      1.05 * bound(uneven, Network::star(3, fast_ethernet)));
  EXPECT_LE(length(phases, Network::star(3, fast_ethernet)),
            1.05 * bound(uneven, Network::star(3, fast_ethernet)));
}

TEST(Birkhoff, TheIdleHaveNoPhases) {
  const Traffic one{1000, {{17, 400, 5000}}};
  const Phases phases = birkhoff(one, Network::star(1000, fast_ethernet));
  ASSERT_EQ(phases.phases.size(), 1u);
  EXPECT_EQ(phases.phases[0], (std::vector<Transfer>{{17, 400, 0, 5000}}));
}

TEST(Birkhoff, AnEvenAllToAllIsNotCut) {
  for (int size : {2, 3, 7, 16, 23}) {
    const Phases phases = birkhoff(all_to_all(size, 4096), Network::star(size, fast_ethernet));
    EXPECT_EQ(phases.phases.size(), size - 1u);
    for (const auto& phase : phases.phases)
      for (const Transfer& t : phase) EXPECT_EQ(t.bytes, 4096u);
  }
}

TEST(JoinParts, JoinsOnlyWhatIsAdjacent) {
  Phases phases{3,
                "",
                {{{0, 1, 0, 5}}, {{0, 1, 5, 5}, {1, 2, 0, 1}}, {{1, 2, 2, 1}}, {{0, 1, 10, 1}}},
                false};
  EXPECT_EQ(join_parts(phases).phases,
            (std::vector<std::vector<Transfer>>{
                {{0, 1, 0, 10}}, {{1, 2, 0, 1}}, {{1, 2, 2, 1}}, {{0, 1, 10, 1}}}));
  phases.phases.pop_back();
  phases.phases.pop_back();
  phases.small_last = true;
  EXPECT_EQ(join_parts(phases).phases, phases.phases);
}

}  // namespace
}  // namespace bamboo::plans::test
