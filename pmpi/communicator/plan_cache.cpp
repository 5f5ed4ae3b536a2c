// SPDX-License-Identifier: Apache-2.0
#include "communicator/plan_cache.h"

#include <algorithm>

namespace bamboo::plans::pmpi {
bool same_question(const Problem& a, const Problem& b) {
  return a.root == b.root && a.in_place == b.in_place && a.count == b.count &&
         a.input_counts == b.input_counts && a.output_counts == b.output_counts &&
         a.all_know_counts == b.all_know_counts && a.sources == b.sources &&
         a.destinations == b.destinations;
}

ScheduleRef PlanCache::get_irregular(const Algorithm& algorithm, const Problem& problem) {
  // A program may alternate between several exchanges.
  constexpr std::size_t enough = 4;
  std::vector<Answer>& known = irregular_[&algorithm];
  const auto found = std::ranges::find_if(
      known, [&](const Answer& each) { return same_question(each.question, problem); });
  if (found != known.end()) return found->schedule;
  if (known.size() >= enough) known.erase(known.begin());
  known.push_back({problem, std::make_shared<const Schedule>(algorithm.make(problem))});
  return known.back().schedule;
}

ScheduleRef PlanCache::get(const Algorithm& algorithm, const Problem& problem) {
  if (is_irregular(problem.operation)) return get_irregular(algorithm, problem);
  // A program that broadcasts ever new sizes must not fill the memory with plans.
  constexpr std::size_t enough = 64;
  const Key key{&algorithm, problem.root, problem.in_place, problem.count};
  if (const auto found = regular_.find(key); found != regular_.end()) return found->second;
  if (regular_.size() >= enough) regular_.clear();
  return regular_[key] = std::make_shared<const Schedule>(algorithm.make(problem));
}

}  // namespace bamboo::plans::pmpi
