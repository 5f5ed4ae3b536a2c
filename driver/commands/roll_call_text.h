// SPDX-License-Identifier: Apache-2.0
// A roll call in words: the ranks in groups by what they do, the odd one first.
#pragma once

#include <string>
#include <vector>

#include "bamboo/support/roll_call.h"

namespace bamboo::driver {

/// A line for each group of ranks, and one for each thing that they wait for.
std::string describe(const std::vector<support::RollCallRank>& ranks);

/// "0-2, 5" for numbers in ascending order.
std::string list_of(const std::vector<int>& numbers);

}  // namespace bamboo::driver
