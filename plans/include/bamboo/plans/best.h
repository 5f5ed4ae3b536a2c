// SPDX-License-Identifier: Apache-2.0
// The cost of phases on a network, and the scheduler whose phases cost least.
#pragma once

#include <cstddef>
#include <functional>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"
#include "bamboo/plans/schedulers.h"

namespace bamboo::plans {

/// The predicted time of phases, in seconds. With tokens, a transfer starts when the transfers that
/// it takes links over from have ended and their tokens have arrived. With barriers, the time is
/// the sum of the phases' longest transfers and of the barriers. None: tokens that cost nothing,
/// which is the network's best case. One pass over the transfers.
double predicted(const Phases& phases, const Network& network, Separation separation,
                 const Costs& costs = {}, const Tokens& tokens = {});

/// How phases will be run, for best().
struct Conditions {
  Separation separation = Separation::Tokens;
  Tokens tokens;
  Costs costs;
};
struct Best {
  const Scheduler* scheduler = nullptr;
  Phases phases;
  double seconds = 0;  ///< predicted
};
/// Returns the phases with the lowest cost among all schedulers that serve this traffic and
/// network; the first of equals. It stops after a scheduler that reaches the bound, or nearly so.
Best best(const Traffic& traffic, const Network& network, std::size_t small = 0,
          const Conditions& conditions = {});
/// Like best(), but runs all schedulers and calls `tried` for each one.
Best best_of_all(const Traffic& traffic, const Network& network, std::size_t small,
                 const Conditions& conditions, const std::function<void(const Best&)>& tried);

}  // namespace bamboo::plans
