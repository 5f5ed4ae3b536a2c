// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/simulate.h"

namespace bamboo::plans {

Best best(const Traffic& traffic, const Network& network, std::size_t small, const Costs& costs) {
  // Nobody will do noticeably better than this, so the slower schedulers need not try.
  constexpr double near_enough = 1.01;
  const double limit = near_enough * bound(traffic, network);
  Best out;
  for (const Scheduler& scheduler : schedulers()) {
    if (!scheduler.serves(traffic, network)) continue;
    Phases phases = scheduler.make(traffic, network, small);
    const double seconds = predicted(phases, network, Separation::Tokens, costs);
    if (out.scheduler != nullptr && seconds >= out.seconds) continue;
    out = {&scheduler, std::move(phases), seconds};
    if (seconds <= limit) break;
  }
  return out;
}

}  // namespace bamboo::plans
