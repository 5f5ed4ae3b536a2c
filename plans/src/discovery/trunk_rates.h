// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "discovery/switch_tree.h"

namespace bamboo::plans {

/// A trunk is one when it leaves streams across it less than this part of what they have else. Less
/// would make a better plan by less than measurements differ.
constexpr double clearly_slower = 0.85;

/// Gives each trunk the rate that was measured when more wanted to cross it. Trunks that the others
/// explain go, the least needed ones first: the union of two groups of hosts, each behind a trunk
/// of its own, looks like one group as long as the two are not known. Returns what these put apart.
std::vector<Side> refine_trunks(SwitchTree& tree, const Observations& observations);

}  // namespace bamboo::plans
