// SPDX-License-Identifier: Apache-2.0
// Multicasts in plans: their meaning as messages, and a check that those of all ranks agree.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// Returns the send that would give rank `rank` its part of `multicast`, which is the sender's own
/// step. It has zero units if the rank gets nothing.
Step part_of(const Step& multicast, int rank);
/// The units that the sender sends. `multicast` is the sender's own step.
std::size_t units_sent(const Step& multicast);

/// Checks the multicasts of all ranks' plans: all plans have as many, by the same senders and
/// shared alike, and each receiver has room for its part, neither more nor less.
std::optional<Fault> check_multicasts(std::span<const Plan> plans);

/// Returns the same plan with sends and receives instead of multicasts, for ranks that cannot
/// multicast. It is correct if all ranks run theirs; verify() checks that for each plan.
Plan in_unicast(const Plan& plan);

}  // namespace bamboo::plans
