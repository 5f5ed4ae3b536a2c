// SPDX-License-Identifier: Apache-2.0
// Multicasts in plans: what they mean as messages, and whether those of all ranks fit together.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// The send by which the sender of `multicast` would give rank `rank` its part; of no units where
/// that gets nothing. Of the sender's own step.
Step part_of(const Step& multicast, int rank);
/// Units that leave the sender. Of the sender's own step.
std::size_t units_sent(const Step& multicast);

/// Checks the multicasts of all ranks' plans: all plans have as many, by the same senders and
/// shared alike, and each receiver has room for its part, neither more nor less.
std::optional<Fault> check_multicasts(std::span<const Plan> plans);

/// The same plan with sends and receives instead of multicasts, for ranks that cannot
/// multicast. Right when all ranks run theirs, as verify() checks of each plan that it is given.
Plan in_unicast(const Plan& plan);

}  // namespace bamboo::plans
