// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// Returns, for example, "receive 4 units from 2 to output+8" (without the step's dependences).
std::string to_text(const Step& step);
/// One line per step, grouped in phases.
std::string to_text(const Plan& plan);

}  // namespace bamboo::plans
