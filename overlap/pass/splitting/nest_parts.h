// SPDX-License-Identifier: Apache-2.0
// The two parts of a split nest: a copy of it becomes the core, the nest itself becomes the rest.
#pragma once

#include "pass/operations/split_nest.h"
#include "pass/splitting/early_values.h"
#include "pass/splitting/result_detacher.h"

namespace bamboo::overlap {

/// Copies the nest, whose loops are already cut. No branch leads to the copy yet.
void make_core(const LoopNest& nest, EarlyValues& early, const SplitFrame& frame,
               PointsTo& points_to, SplitNest& split);

/// Makes the nest run once for each part of the rest. `results`: null if the nest has none.
void make_rest(const LoopNest& nest, const SplitFrame& frame, ResultDetacher* results,
               SplitNest& split);

}  // namespace bamboo::overlap
