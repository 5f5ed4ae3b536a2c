// SPDX-License-Identifier: Apache-2.0
// Verifies that the library knows which completions precede the accesses that a core passes. A core
// that begins at a completion is not compared with the accesses in front of it.
#pragma once

#include <optional>

#include "pass/operations/split_nest.h"
#include "pass/verify_split/cfg_isomorphism.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// `ways`: from the core to the rest, and where the program looks.
std::optional<Defect> verify_stages(const SplitNest& split, const CfgIsomorphism& ways);

}  // namespace bamboo::overlap
