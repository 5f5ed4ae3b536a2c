// SPDX-License-Identifier: Apache-2.0
// Verifies that the rest of a split nest knows whether a core has run, and which one.
#pragma once

#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if the rest gets the plan itself, or loads it from a variable that holds null
/// unless a core ran.
std::optional<Fault> verify_rest(const SplitNest& split);

}  // namespace bamboo::overlap
