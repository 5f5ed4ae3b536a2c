// SPDX-License-Identifier: Apache-2.0
// Lowered phases are plans that the verifier accepts, and whose transfers keep their phases apart.
#include "bamboo/plans/lower.h"

#include <gtest/gtest.h>

#include "bamboo/plans/local_run.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/schedulers.h"
#include "bamboo/plans/verify.h"
#include "faults.h"
#include "patterns.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

struct Shape {
  std::string name;
  Network network;
};

std::vector<Shape> networks(int size) {
  std::vector<Shape> out;
  out.push_back({"star", Network::star(size, 100 * mbit)});
  if (size < 2) return out;
  out.push_back(
      {"two switches", Network::two_switches(size / 2, size - size / 2, 100 * mbit, 200 * mbit)});
  out.push_back({"torus", Network::torus({size}, 100 * mbit)});
  return out;
}

TEST(Lower, EverySchedulerAndSeparationVerifies) {
  for (std::uint32_t seed = 0; seed < cases(60); ++seed) {
    const int size = 1 + static_cast<int>(seed % 13);
    const Traffic traffic = random_traffic(size, (seed % 4 + 1) / 4.0, 60, seed);
    const auto problems = alltoallv(traffic);
    ASSERT_EQ(traffic_of(problems).messages, traffic.messages);
    for (const auto& [name, network] : networks(size))
      for (const Scheduler& scheduler : schedulers()) {
        if (!scheduler.serves(traffic, network)) continue;
        const Phases phases = scheduler.make(traffic, network, seed % 3 * 8);
        for (Separation separation : separations)
          for (double lead : {-1.0, 0.0, 6 / (100 * mbit)}) {  // seconds for 6 bytes: many are cut
            const auto plans = lower(phases, problems, separation, &network, {lead});
            ASSERT_EQ(verify(problems, plans), std::nullopt)
                << scheduler.name << " " << name_of(separation) << " on " << name << " seed "
                << seed;
          }
      }
  }
}

TEST(Lower, EveryOperationMadeOfMessagesVerifies) {
  for (Operation operation :
       {Operation::Alltoall, Operation::Alltoallv, Operation::Allgather, Operation::Allgatherv,
        Operation::Gather, Operation::Gatherv, Operation::Scatter, Operation::Scatterv,
        Operation::ReduceScatter, Operation::ReduceScatterBlock})
    for (int size : {1, 2, 5, 8})
      for (bool in_place : {false, true}) {
        if (in_place && !may_be_in_place(operation)) continue;
        const auto all = problems(operation, size, size / 2, 7, in_place);
        const Traffic traffic = traffic_of(all);
        ASSERT_EQ(check(traffic), std::nullopt);
        const Phases phases = greedy(traffic, Network::star(size, mbit));
        for (Separation separation : separations)
          ASSERT_EQ(verify(all, lower(phases, all, separation)), std::nullopt)
              << name_of(operation) << " " << size << " " << name_of(separation);
      }
}

TEST(Lower, RefusesOtherOperationsAndSizes) {
  EXPECT_THROW(traffic_of(problems(Operation::Allreduce, 3, 0, 1, false)), std::invalid_argument);
  const auto all = problems(Operation::Alltoall, 3, 0, 1, false);
  EXPECT_THROW(lower(Phases{4, "", {}, false}, all, Separation::None), std::invalid_argument);
}

TEST(Lower, OneRankByItselfGetsTheSamePlan) {
  const Traffic traffic = random_traffic(9, 0.6, 100, 5);
  const auto problems = alltoallv(traffic);
  const Phases phases = greedy(traffic, Network::star(9, mbit), 4);
  for (Separation separation : separations) {
    const auto plans = lower(phases, problems, separation);
    for (int r = 0; r < 9; ++r)
      EXPECT_EQ(to_text(lower(phases, problems[r], separation)), to_text(plans[r]));
  }
}

std::size_t tokens(const std::vector<Plan>& plans) {
  std::size_t count = 0;
  for (const Plan& plan : plans)
    for (const Step& step : plan.steps) count += step.kind == Step::Kind::Send && step.count == 0;
  return count;
}

// In the ring shift the next sender to a receiver is the rank before the last one, so each phase
// but the first needs one token per rank. Two ranks need no separation.
TEST(Lower, TokensAreAsManyAsLinksChangeTheirSender) {
  for (int size : {2, 3, 6}) {
    const Traffic traffic = all_to_all(size, 4);
    const auto all = problems(Operation::Alltoall, size, 0, 4, false);
    const Phases phases = ring(traffic, Network::star(size, mbit));
    EXPECT_EQ(tokens(lower(phases, all, Separation::Tokens)), size * (size - 2u));
    EXPECT_EQ(tokens(lower(phases, all, Separation::None)), 0u);
    const std::size_t rounds = size == 2 ? 1 : size == 3 ? 2 : 3;
    EXPECT_EQ(tokens(lower(phases, all, Separation::Barrier)), size * rounds * (size - 2));
  }
}

// 1 to 2 waits for 0 to 2. Its token is on its way while the last ten bytes are.
TEST(Lower, ATokenLeavesBeforeTheEnd) {
  const Traffic traffic{3, {{0, 2, 100}, {1, 2, 50}}};
  auto all = alltoallv(traffic);
  for (Problem& p : all) p.input_counts[p.rank] = p.output_counts[p.rank] = 0;
  const Network star = Network::star(3, 10);  // bytes per second
  const Phases phases = greedy(traffic, star);
  const auto plans = lower(phases, all, Separation::Tokens, &star, {1});
  EXPECT_EQ(to_text(plans[2]),
            "alltoallv/greedy, rank 2 of 3, scratch 0\n"
            "  [0] 0: receive 90 units from 0 to output+0\n"
            "  [0] 1: receive 10 units from 0 to output+90\n"
            "  [1] 2: send 0 units at none+0 to 1, after 0\n"
            "  [0] 3: receive 50 units from 1 to output+100\n");
  EXPECT_EQ(to_text(plans[1]),
            "alltoallv/greedy, rank 1 of 3, scratch 0\n"
            "  [0] 0: receive 0 units from 2 to none+0\n"
            "  [1] 1: send 50 units at input+0 to 2, after 0\n");
  EXPECT_EQ(verify(all, plans), std::nullopt);
  const auto whole = lower(phases, all, Separation::Tokens, &star, {0});
  EXPECT_EQ(whole[0].steps.size(), 1u);
  const auto short_ones = lower(phases, all, Separation::Tokens, &star, {9});
  EXPECT_EQ(short_ones[1].steps.size(), 1u) << "the lead is as long as the transfer: no token";
}

// 1 to 3 is so short that 2 to 3 need not wait for it, but it must for the long one before.
TEST(Lower, AShortMessageKeepsItsDependences) {
  const Traffic traffic{4, {{0, 3, 1000}, {1, 3, 5}, {2, 3, 900}}};
  auto all = alltoallv(traffic);
  const Network star = Network::star(4, 10);  // bytes per second
  Phases phases{4, "test", {{{0, 3, 0, 1000}}, {{1, 3, 0, 5}}, {{2, 3, 0, 900}}}, false};
  ASSERT_EQ(check(phases, traffic, star), std::nullopt);
  const auto plans = lower(phases, all, Separation::Tokens, &star, {1});
  EXPECT_EQ(verify(all, plans), std::nullopt);
  for (int waiting : {1, 2}) {
    ASSERT_EQ(plans[waiting].steps.size(), 3u) << to_text(plans[waiting]);
    EXPECT_TRUE(plans[waiting].steps[0].is_token());
    EXPECT_EQ(plans[waiting].steps[1].after, (std::vector<std::uint32_t>{0}));
  }
}

/// Runs plans and keeps, for each data transfer, when its receive ended relative to other sends'
/// starts: the order in which transfers happen.
class Ordered final : public LocalRun {
 public:
  struct Event {
    int from, to;
    std::size_t offset;
  };
  std::vector<Event> events;

 protected:
  void transfer(int sender, const Step& send, int receiver, const Step&) override {
    if (send.count != 0) events.push_back({sender, receiver, send.from.offset});
  }
  void copy(int, const Step&) override {}
  void reduce(int, const Step&) override {}
};

// On every link transfers follow each other in the order of phases.
TEST(Lower, TokensKeepTheOrderOnEveryLink) {
  for (std::uint32_t seed = 1; seed < cases(40); ++seed) {
    const int size = 10;
    const Network network = Network::two_switches(4, 6, mbit, mbit);
    const Traffic traffic = random_traffic(size, 0.5, 50, seed);
    const Phases phases = greedy(traffic, network);
    std::vector<std::vector<int>> phase_of(size, std::vector<int>(size, -1));
    for (std::size_t p = 0; p < phases.phases.size(); ++p)
      for (const Transfer& t : phases.phases[p]) phase_of[t.from][t.to] = static_cast<int>(p);
    const auto problems = alltoallv(traffic);
    for (Separation separation : {Separation::Tokens, Separation::Barrier}) {
      Ordered run;
      ASSERT_EQ(run.run(lower(phases, problems, separation, &network, {0}), seed), std::nullopt);
      ASSERT_EQ(run.events.size(), traffic.messages.size());
      std::vector<int> last(network.links().size(), -1);
      for (const auto& event : run.events)
        for (int link : network.route(event.from, event.to)) {
          const int phase = phase_of[event.from][event.to];
          EXPECT_LT(last[link], phase) << network.links()[link].name;
          last[link] = phase;
        }
    }
  }
}

}  // namespace
}  // namespace bamboo::plans::test
