// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/best.h"

#include "bamboo/plans/predict.h"

namespace bamboo::plans {
namespace {

/// `enough`: seconds that need not be undercut.
Best search(const Traffic& traffic, const Network& network, std::size_t small,
            const Conditions& conditions, const std::function<void(const Best&)>& tried,
            double enough) {
  Best out;
  for (const Scheduler& scheduler : schedulers()) {
    if (!scheduler.serves(traffic, network)) continue;
    Best next{&scheduler, scheduler.make(traffic, network, small), 0};
    next.seconds =
        predicted(next.phases, network, conditions.separation, conditions.costs, conditions.tokens);
    if (tried) tried(next);
    if (out.scheduler != nullptr && next.seconds >= out.seconds) continue;
    out = std::move(next);
    if (out.seconds <= enough) break;
  }
  return out;
}

}  // namespace

Best best(const Traffic& traffic, const Network& network, std::size_t small,
          const Conditions& conditions) {
  // No scheduler does noticeably better than this, so the slower schedulers need not try.
  constexpr double near_enough = 1.01;
  return search(traffic, network, small, conditions, {}, near_enough * bound(traffic, network));
}

Best best_of_all(const Traffic& traffic, const Network& network, std::size_t small,
                 const Conditions& conditions, const std::function<void(const Best&)>& tried) {
  return search(traffic, network, small, conditions, tried, -1);
}

}  // namespace bamboo::plans
