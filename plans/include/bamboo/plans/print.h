// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// "receive 4 units from 2 to output+8" (without what it comes after).
std::string to_text(const Step& step);
/// One line per step, grouped in phases.
std::string to_text(const Plan& plan);
/// All ranks' plans together: ranks downwards, phases to the right, an arrow per message.
std::string to_svg(std::span<const Plan> plans);

}  // namespace bamboo::plans
