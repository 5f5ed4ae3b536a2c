// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "discovery/switch_tree.h"

namespace bamboo::plans {

/// Cables whose measured rates differ by no more than the measurement error get one rate with three
/// digits. Most networks have one or two kinds of cable, and some planners require equal links.
void equalise_rates(SwitchTree& tree);

/// Measurements have no more.
double with_three_digits(double value);

}  // namespace bamboo::plans
