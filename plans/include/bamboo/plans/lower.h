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

/// The means that keep the transfers of one phase from meeting those of the next one.
enum class Separation : std::uint8_t {
  None,     ///< each rank sends in the order of phases, one phase after the other, and no more
  Tokens,   ///< a rank that has received over a link tells the next sender over it
  Barrier,  ///< no rank begins a phase before all have ended the one before (the paper's way)
};
const char* name_of(Separation separation);  ///< "tokens"

struct Tokens {
  /// So many seconds before a link is free its next user gets the token, so that the link is not
  /// idle while the token is on its way: the last part of a long transfer becomes a message of its
  /// own, of short ones several may be under way. Zero: links are never shared. Below zero: as
  /// long as the network says that a token takes (without a network, zero).
  double lead = -1;
};

/// The plan of one rank. Every rank must call it with the same phases; their bytes are the
/// problem's units. For the operations that traffic_of() knows. Receives may start at once; sends
/// go out in the order of phases. Tokens are transfers of no units. With tokens the phase of small
/// messages waits for nothing but the rank's own sends, since a token would cost what it saves.
/// `network`: the links that ranks share, in units; null: a star of unknown rates.
Plan lower(const Phases& phases, const Problem& problem, Separation separation,
           const Network* network = nullptr, const Tokens& tokens = {});

/// All ranks' plans, for the price of one.
std::vector<Plan> lower(const Phases& phases, std::span<const Problem> problems,
                        Separation separation, const Network* network = nullptr,
                        const Tokens& tokens = {});

}  // namespace bamboo::plans
