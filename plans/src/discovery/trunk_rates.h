// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "discovery/switch_tree.h"

namespace bamboo::plans {

/// A trunk counts only if it reduces the streams across it below this fraction of their other rate.
/// The gain from a faster trunk would be below the noise of measurements.
constexpr double clearly_slower = 0.85;

/// Sets each trunk's rate to the measured rate under overload. Removes trunks that others explain,
/// the least needed ones first: the union of two groups of hosts, each behind a trunk of its own,
/// looks like one group until both are known. Returns the sides of the removed trunks.
std::vector<Side> refine_trunks(SwitchTree& tree, const Observations& observations);

}  // namespace bamboo::plans
