// SPDX-License-Identifier: Apache-2.0
// From phases to what each rank does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bamboo/plans/phases.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

/// How the transfers of one phase are kept apart from those of the next one.
enum class Separation : std::uint8_t {
  None,     ///< each rank sends in the order of phases, one phase after the other, and no more
  Tokens,   ///< a rank that has received over a link sends a token to the next sender over it
  Barrier,  ///< no rank begins a phase before all have ended the one before (the paper's way)
};
const char* name_of(Separation separation);  ///< "tokens"

struct Tokens {
  /// The next user of a link gets the token this many seconds before the link is free, so that the
  /// link is not idle while the token travels. The last part of a long transfer then becomes a
  /// message of its own, and several short transfers may be in flight. Zero: links are never
  /// shared. Negative: the time that a token takes on the network (zero without a network).
  double lead = -1;
};

/// Makes the plan of one rank. Every rank must call it with the same phases, whose bytes are the
/// problem's units. For the operations that traffic_of() accepts. Receives may start at once; sends
/// start in the order of phases. Tokens are transfers of zero units. With tokens, the phase of
/// small messages waits only for the rank's own sends, because a token would cost what it saves.
/// `network` has the links that ranks share, in units; null means a star with unknown rates.
Plan lower(const Phases& phases, const Problem& problem, Separation separation,
           const Network* network = nullptr, const Tokens& tokens = {});

/// All ranks' plans, for the price of one.
std::vector<Plan> lower(const Phases& phases, std::span<const Problem> problems,
                        Separation separation, const Network* network = nullptr,
                        const Tokens& tokens = {});

}  // namespace bamboo::plans
