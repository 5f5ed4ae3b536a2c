// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bamboo/plans/plan.h"

namespace bamboo::plans {
namespace {

bool overlap(Place a, std::size_t a_count, Place b, std::size_t b_count) {
  return a.buffer == b.buffer && a.buffer != Place::Buffer::None && a.offset < b.offset + b_count &&
         b.offset < a.offset + a_count;
}

/// Whether `a` writes data that `b` touches.
bool writes_into(const Step& a, const Step& b) {
  return overlap(a.to, a.count, b.to, b.count) || overlap(a.to, a.count, b.from, b.count);
}

/// For each step, all direct and indirect predecessors.
std::vector<std::vector<bool>> predecessors(const Plan& plan) {
  std::vector<std::vector<bool>> before(plan.steps.size(), std::vector<bool>(plan.steps.size()));
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    for (const std::uint32_t direct : plan.steps[i].after) {
      before[i][direct] = true;
      for (std::size_t k = 0; k < direct; ++k)
        if (before[direct][k]) before[i][k] = true;
    }
  return before;
}

bool is_free(const Step& step) {
  return !step.transfers() || step.after.empty();
}

}  // namespace

bool is_direct(const Plan& plan) {
  const std::vector<Step>& steps = plan.steps;
  if (std::ranges::any_of(steps, &Step::is_multicast)) return false;
  if (std::ranges::all_of(steps, &Step::is_token)) return std::ranges::all_of(steps, is_free);
  const auto before = predecessors(plan);
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (!writes_into(steps[i], steps[k]) && !writes_into(steps[k], steps[i])) continue;
      const bool ends_in_order = !steps[i].transfers() && (!steps[k].transfers() || before[i][k]);
      if (!ends_in_order) return false;
    }
  return true;
}

}  // namespace bamboo::plans
