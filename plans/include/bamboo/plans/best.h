// SPDX-License-Identifier: Apache-2.0
// The scheduler whose phases cost least.
#pragma once

#include <cstddef>
#include <functional>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"
#include "bamboo/plans/schedulers.h"

namespace bamboo::plans {

/// How phases will be run, for predicted().
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
/// The one of all schedulers that serve here whose phases cost least; of equal ones the first.
/// Those behind one that is at the bound, or nearly, are not asked.
Best best(const Traffic& traffic, const Network& network, std::size_t small = 0,
          const Conditions& conditions = {});
/// The same of all of them: `tried` is told of each one.
Best best_of_all(const Traffic& traffic, const Network& network, std::size_t small,
                 const Conditions& conditions, const std::function<void(const Best&)>& tried);

}  // namespace bamboo::plans
