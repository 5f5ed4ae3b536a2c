// SPDX-License-Identifier: Apache-2.0
#include "algorithms/shapes/gated_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/simulate.h"
#include "bamboo/plans/verify.h"
#include "faults.h"

namespace bamboo::plans::test {
namespace {

constexpr std::size_t piece = 4, long_part = 10, unconfirmed = 6;

using Counts = std::vector<std::vector<std::size_t>>;  // [from][to]

std::vector<Problem> problems_of(const Counts& counts) {
  const int size = static_cast<int>(counts.size());
  std::vector<Problem> out(size);
  for (int rank = 0; rank < size; ++rank) {
    out[rank].operation = Operation::Alltoallv;
    out[rank].rank = rank;
    out[rank].size = size;
    out[rank].input_counts = counts[rank];
    for (int from = 0; from < size; ++from) out[rank].output_counts.push_back(counts[from][rank]);
  }
  return out;
}

Plan exchanged(const Problem& p) {
  Builder plan(p, "gated");
  const Blocks in = input_blocks(p), out = output_blocks(p);
  GatedExchange exchange;
  exchange.piece = piece;
  exchange.confirmed_above = long_part;
  exchange.outgoing = [&](int to) {
    return GatedExchange::Part{input(in.offset(to)), in.count(to), {}};
  };
  exchange.incoming = [&](int from) {
    return GatedExchange::Part{output(out.offset(from)), out.count(from), {}};
  };
  exchange.add_to(plan, p.rank, p.size);
  plan.copy(input(in.offset(p.rank)), output(out.offset(p.rank)), in.count(p.rank));
  return plan.take();
}

std::vector<Plan> exchanged(const std::vector<Problem>& problems) {
  std::vector<Plan> out;
  for (const Problem& problem : problems) out.push_back(exchanged(problem));
  return out;
}

Counts random_counts(unsigned seed) {
  std::mt19937 random(seed);
  const std::size_t size = 1 + random() % 9, largest = 1 + random() % 80;
  Counts counts(size, std::vector<std::size_t>(size));
  for (auto& row : counts)
    for (std::size_t& count : row) count = random() % 3 == 0 ? 0 : random() % largest;
  return counts;
}

std::vector<std::uint32_t> places(const Plan& plan, Step::Kind kind, bool tokens) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].kind == kind && plan.steps[i].is_token() == tokens) out.push_back(i);
  return out;
}

TEST(GatedExchange, AnyPatternArrivesAndNoRankWaitsForEver) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const auto problems = problems_of(random_counts(seed));
    const auto plans = exchanged(problems);
    ASSERT_EQ(verify(problems, plans), std::nullopt) << "seed " << seed;
    for (const Plan& plan : plans) ASSERT_TRUE(is_direct(plan)) << "seed " << seed;
  }
}

TEST(GatedExchange, WholePiecesOfLongPartsAreConfirmed) {
  // Rank 1 gets two pieces and a remainder, rank 2 a part that is just below the limit for long
  // ones.
  const auto plans = exchanged(problems_of({{0, 11, 10}, {0, 0, 0}, {0, 0, 0}}));
  const auto tokens_to_0 = places(plans[0], Step::Kind::Receive, true);
  ASSERT_EQ(tokens_to_0.size(), 2U);
  for (std::uint32_t i : tokens_to_0) EXPECT_EQ(plans[0].steps[i].peer, 1);
  for (std::uint32_t i : places(plans[1], Step::Kind::Send, true)) {
    const Step& token = plans[1].steps[i];
    EXPECT_EQ(token.peer, 0);
    ASSERT_EQ(token.after.size(), 1U);
    EXPECT_EQ(plans[1].steps[token.after[0]].count, piece);
  }
  EXPECT_EQ(places(plans[1], Step::Kind::Send, true).size(), 2U);
  EXPECT_TRUE(places(plans[2], Step::Kind::Send, true).empty());
}

TEST(GatedExchange, FewPiecesAreUnconfirmed) {
  const Counts counts(5, std::vector<std::size_t>(5, 6 * piece));
  for (const Plan& plan : exchanged(problems_of(counts))) {
    const auto sends = places(plan, Step::Kind::Send, false);
    const auto tokens = places(plan, Step::Kind::Receive, true);
    ASSERT_EQ(sends.size(), 24U);
    ASSERT_EQ(tokens.size(), sends.size());
    for (std::size_t i = unconfirmed; i < sends.size(); ++i)
      EXPECT_TRUE(std::ranges::count(plan.steps[sends[i]].after, tokens[i - unconfirmed])) << i;
  }
}

TEST(GatedExchange, ConfirmationsCostLittleOnTheWire) {
  constexpr std::size_t bytes = 131'072;
  constexpr double rate = 25e6 / 8;
  Problem p;
  p.operation = Operation::Alltoall;
  p.size = 16;
  p.count = bytes;
  std::vector<Plan> plans;
  for (p.rank = 0; p.rank < p.size; ++p.rank) plans.push_back(find("alltoall/gated")->make(p));
  EXPECT_FALSE(places(plans[0], Step::Kind::Receive, true).empty());
  const Simulated run = simulate(plans, 1, Network::star(p.size, rate));
  EXPECT_EQ(run.fault, std::nullopt);
  EXPECT_LT(run.seconds, 1.02 * 15 * bytes / rate);
}

}  // namespace
}  // namespace bamboo::plans::test
