// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bamboo/plans/model.h"
#include "bamboo/plans/simulate.h"

namespace bamboo::plans {
namespace {

constexpr double worth_simulating = 1.1;
/// Bytes of a block, or part of one, whose time is that of its bytes.
constexpr std::size_t long_enough = 64 << 10;

std::optional<double> seconds_of(std::span<const Plan> plans, double unit_bytes,
                                 const Network& network, std::uint64_t most_rates) {
  const Simulated out = simulate(plans, unit_bytes, network, {}, most_rates);
  return out.fault ? std::nullopt : std::optional(out.seconds);
}

std::optional<double> run(const Algorithm& algorithm, std::span<const Problem> problems,
                          double unit_bytes, const Network& network,
                          const SimulationLimits& limits) {
  if (!algorithm.make || static_cast<int>(problems.size()) > limits.ranks) return {};
  std::vector<Plan> plans;
  std::size_t steps = 0;
  for (const Problem& problem : problems) {
    plans.push_back(algorithm.make(problem));
    steps += plans.back().steps.size();
    if (steps > limits.steps) return {};
  }
  return seconds_of(plans, unit_bytes, network, limits.rates);
}

std::optional<double> run(const Algorithm& algorithm, std::size_t bytes, int root,
                          const Network& network, const SimulationLimits& limits) {
  // An algorithm that cuts blocks into segments of at least so many elements cuts other segments
  // where the elements have another size.
  const std::size_t unit = !algorithm.cuts_blocks         ? bytes
                           : reduces(algorithm.operation) ? sizeof(double)
                                                          : 1;
  std::vector<Problem> problems(network.hosts());
  for (int rank = 0; rank < network.hosts(); ++rank) {
    Problem& problem = problems[rank];
    problem.operation = algorithm.operation;
    problem.rank = rank;
    problem.size = network.hosts();
    problem.root = root;
    problem.count = algorithm.cuts_blocks ? (bytes + unit - 1) / unit : 1;
  }
  return run(algorithm, problems, static_cast<double>(unit), network, limits);
}

std::vector<Problem> parts_of(std::span<const Problem> problems, std::size_t parts) {
  std::vector<Problem> out(problems.begin(), problems.end());
  const auto part = [parts](std::size_t& units) { units = (units + parts - 1) / parts; };
  for (Problem& problem : out) {
    part(problem.count);
    std::ranges::for_each(problem.input_counts, part);
    std::ranges::for_each(problem.output_counts, part);
  }
  return out;
}

std::size_t longest_block(std::span<const Problem> problems) {
  std::size_t longest = 0;
  for (const Problem& problem : problems)
    for (const auto* counts : {&problem.input_counts, &problem.output_counts})
      for (std::size_t units : *counts) longest = std::max(longest, units);
  return longest;
}

}  // namespace

std::optional<double> simulated(const Algorithm& algorithm, std::size_t bytes, int root,
                                const Network& network, const SimulationLimits& limits) {
  if (is_irregular(algorithm.operation)) return {};
  // The time of a plan with too many messages is that of a part, times the number of such parts.
  for (std::size_t parts = 1;; parts *= 2) {
    const auto part = run(algorithm, bytes / parts, root, network, limits);
    if (part) return *part * static_cast<double>(parts);
    if (!algorithm.cuts_blocks || bytes / parts < 2 * long_enough) return {};
  }
}

std::optional<double> simulated(const Algorithm& algorithm, std::span<const Problem> problems,
                                const Network& network) {
  for (std::size_t parts = 1;; parts *= 2) {
    const std::vector<Problem> cut = parts_of(problems, parts);
    const auto part = run(algorithm, cut, 1, network, {});
    if (part) return *part * static_cast<double>(parts);
    if (!algorithm.cuts_blocks || longest_block(cut) < 2 * long_enough) return {};
  }
}

std::optional<double> simulated(std::span<const Plan> plans, double unit_bytes,
                                const Network& network) {
  std::size_t steps = 0;
  for (const Plan& plan : plans) steps += plan.steps.size();
  const SimulationLimits limits;
  if (steps > limits.steps || static_cast<int>(plans.size()) > limits.ranks) return {};
  return seconds_of(plans, unit_bytes, network, limits.rates);
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
  // Keep the first two in any case, because the simulation does not model everything.
  for (std::size_t i = 0; i < std::min(most, times.size()); ++i)
    if (i < 2 || times[i].first <= worth_simulating * times[0].first)
      candidates.push_back(times[i].second);
  return candidates;
}

}  // namespace bamboo::plans
