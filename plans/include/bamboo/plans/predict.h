// SPDX-License-Identifier: Apache-2.0
// The cost of phases on a network, in one pass over their transfers.
#pragma once

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"

namespace bamboo::plans {

/// Seconds that phases take. With tokens: a transfer starts when all that it takes links over from
/// have ended and their tokens are here. With barriers: the phases' longest transfers and the
/// barriers. None: as with tokens that cost nothing, which is what the network could do at best.
/// One pass over the transfers.
double predicted(const Phases& phases, const Network& network, Separation separation,
                 const Costs& costs = {}, const Tokens& tokens = {});

}  // namespace bamboo::plans
