// SPDX-License-Identifier: Apache-2.0
// The cost of phases on a network, in one pass over their transfers.
#pragma once

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"

namespace bamboo::plans {

/// The predicted time of phases, in seconds. With tokens, a transfer starts when the transfers that
/// it takes links over from have ended and their tokens have arrived. With barriers, the time is
/// the sum of the phases' longest transfers and of the barriers. None: tokens that cost nothing,
/// which is the network's best case. One pass over the transfers.
double predicted(const Phases& phases, const Network& network, Separation separation,
                 const Costs& costs = {}, const Tokens& tokens = {});

}  // namespace bamboo::plans
