// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bamboo/plans/model.h"
#include "bamboo/plans/simulate.h"

namespace bamboo::plans {
namespace {

/// A simulation's time grows with the square of what is under way.
constexpr int most_ranks = 64;
constexpr std::size_t most_steps = 40'000;
constexpr double nearly_as_good = 1.1;

std::optional<double> run(const Algorithm& algorithm, std::span<const Problem> problems,
                          double unit_bytes, const Network& network) {
  if (!algorithm.make || static_cast<int>(problems.size()) > most_ranks) return {};
  std::vector<Plan> plans;
  std::size_t steps = 0;
  for (const Problem& problem : problems) {
    plans.push_back(algorithm.make(problem));
    steps += plans.back().steps.size();
    if (steps > most_steps) return {};
  }
  const Simulated out = simulate(plans, unit_bytes, network);
  return out.fault.empty() ? std::optional(out.seconds) : std::nullopt;
}

}  // namespace

std::optional<double> simulated(const Algorithm& algorithm, std::size_t bytes, int root,
                                const Network& network) {
  switch (algorithm.operation) {
    case Operation::Gatherv:
    case Operation::Scatterv:
    case Operation::Allgatherv:
    case Operation::Alltoallv:
    case Operation::ReduceScatter:
      return {};
    default:
      break;
  }
  std::vector<Problem> problems(network.hosts());
  for (int rank = 0; rank < network.hosts(); ++rank) {
    Problem& problem = problems[rank];
    problem.operation = algorithm.operation;
    problem.rank = rank;
    problem.size = network.hosts();
    problem.root = root;
    problem.count = algorithm.cuts_blocks ? bytes : 1;
  }
  return run(algorithm, problems, algorithm.cuts_blocks ? 1 : static_cast<double>(bytes), network);
}

std::optional<double> simulated(const Algorithm& algorithm, std::span<const Problem> problems,
                                const Network& network) {
  return run(algorithm, problems, 1, network);
}

std::vector<const Algorithm*> most_promising(std::vector<const Algorithm*> candidates,
                                             std::size_t bytes, const Network& network,
                                             std::size_t most) {
  std::vector<std::pair<double, const Algorithm*>> times;
  for (const Algorithm* candidate : candidates) {
    const auto seconds = simulated(*candidate, bytes, 0, network);
    if (!seconds) return candidates;
    times.emplace_back(*seconds, candidate);
  }
  std::ranges::stable_sort(times, {}, &std::pair<double, const Algorithm*>::first);
  candidates.clear();
  // The first two in any case: the simulation does not know everything.
  for (std::size_t i = 0; i < std::min(most, times.size()); ++i)
    if (i < 2 || times[i].first <= nearly_as_good * times[0].first)
      candidates.push_back(times[i].second);
  return candidates;
}

}  // namespace bamboo::plans
