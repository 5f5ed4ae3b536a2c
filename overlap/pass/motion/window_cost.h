// SPDX-License-Identifier: Apache-2.0
// Estimates how long the window of an operation lasts, and the gain of a half that leaves
// conditionals.
#pragma once

#include "pass/motion/guarded_hoist.h"
#include "pass/operations/call_pair.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {

/// The cost of the window between the two halves.
Window window_of(const CallPair& pair, const SeseRegions& statements, CostModel& cost);

/// Cycles of the statements from `first` to `end`, on the path of the pair.
double cycles_between(llvm::Instruction& first, const llvm::Instruction& end, const CallPair& pair,
                      const SeseRegions& statements, CostModel& cost);

/// Cycles behind the conditionals that the completion has left, or behind its first fork.
double gain_of_completion(const CallPair& pair, const SeseRegions& statements, CostModel& cost);

/// Cycles of the statements that the initiation passes, without the conditionals that it leaves.
double gain_of_hoist(const CallPair& pair, const HoistPath& way, const SeseRegions& statements,
                     CostModel& cost);

}  // namespace bamboo::overlap
