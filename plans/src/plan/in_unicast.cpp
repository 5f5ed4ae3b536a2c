// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "bamboo/plans/multicast_steps.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// The steps of this rank that replace a multicast; one step that does nothing where nothing moves,
/// so that the steps after it still come after those before it.
std::vector<Step> messages_of(const Step& multicast, const Plan& plan) {
  std::vector<Step> out;
  if (multicast.peer != plan.rank) {
    if (multicast.count > 0)
      out.push_back({Step::Kind::Receive, multicast.peer, {}, multicast.to, multicast.count, {}});
  } else {
    for (int distance = 1; distance < plan.size; ++distance) {
      Step part = part_of(multicast, shifted(plan.rank, distance, plan.size));
      if (part.count > 0) out.push_back(std::move(part));
    }
  }
  if (out.empty()) out.push_back({Step::Kind::Copy, -1, {}, {}, 0, {}});
  return out;
}

}  // namespace

Plan in_unicast(const Plan& plan) {
  Plan out{plan.algorithm, plan.rank, plan.size, plan.scratch, {}};
  std::vector<std::vector<std::uint32_t>> now(plan.steps.size());  // by step: its replacement
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    std::vector<std::uint32_t> after;
    for (const std::uint32_t before : step.after)
      after.insert(after.end(), now[before].begin(), now[before].end());
    for (Step& each : step.is_multicast() ? messages_of(step, plan) : std::vector<Step>{step}) {
      each.after = after;
      now[i].push_back(static_cast<std::uint32_t>(out.steps.size()));
      out.steps.push_back(std::move(each));
    }
  }
  return out;
}

}  // namespace bamboo::plans
