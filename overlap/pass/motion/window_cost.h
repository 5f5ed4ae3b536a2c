// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long the window of an operation lasts, and what a half gains by leaving conditionals.
#pragma once

#include "pass/motion/guarded_hoist.h"
#include "pass/operations/nonblocking_operation.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {

/// What stands between the two halves.
Window window_of(const Pair& pair, const Statements& statements, Cost& cost);

/// Cycles behind the conditionals that the completion has left, or behind its first fork.
double gain_of_completion(const Pair& pair, const Statements& statements, Cost& cost);

/// Cycles that the initiation passes on its way up, without the conditionals that it leaves.
double gain_of_hoist(const Pair& pair, const WayUp& way, const Statements& statements, Cost& cost);

}  // namespace bamboo::overlap
