// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "bamboo/plans/fault.h"
#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// A barrier has no blocks, so its order is all that it is for: no rank may end before all have
/// begun. The plans are right otherwise: each send meets a receive, and no rank waits for ever.
std::optional<Fault> check_barrier_order(std::span<const Plan> plans);

}  // namespace bamboo::plans
