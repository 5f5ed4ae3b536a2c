// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "discovery/switch_tree.h"

namespace bamboo::plans {

/// Cables whose measured rates differ by no more than measurements do get one rate, with three
/// digits: most networks have one kind of cable or two, and planners that want equal links could
/// not know otherwise.
void equalise_rates(SwitchTree& tree);

/// Measurements have no more.
double with_three_digits(double value);

}  // namespace bamboo::plans
