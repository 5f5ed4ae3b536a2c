// SPDX-License-Identifier: Apache-2.0
// Verifies that the core of a staged exchange runs only between its place and the rest. That it may
// run anywhere there was shown before, with the core at its place (verify_split.h).
#pragma once

#include <optional>

#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

std::optional<Defect> verify_offer(const SplitNest& split);

}  // namespace bamboo::overlap
