// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the rest of a split nest comes to know whether a core has run, and which: for the verifier.
#pragma once

#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// What is wrong, in words; empty when nothing is: the rest gets the plan itself, or finds it in a
/// variable that holds nothing unless a core ran.
std::string verify_rest(const SplitNest& split);

}  // namespace bamboo::overlap
