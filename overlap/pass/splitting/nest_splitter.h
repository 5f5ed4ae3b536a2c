// SPDX-License-Identifier: Apache-2.0
// Splits a loop nest after receives into a core, whose iterations need no received data and run
// before the wait, and the rest. The program finds these iterations at run time
// (overlap/runtime/splitting/split_plan.h): it runs through the statements in between without
// executing them, and reports the memory that they would touch.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/operations/split_nest.h"
#include "pass/splitting/core_hoist.h"
#include "pass/splitting/posted_messages.h"

namespace bamboo::overlap {

/// Returns nothing if an expression cannot be computed early enough. The function's analyses are no
/// longer valid afterwards.
std::optional<SplitNest> split_nest(const LoopNest& nest, const CoreHoist& hoist,
                                    llvm::FunctionAnalysisManager& analyses, PointsTo& points_to,
                                    PostedMessages& posted);

}  // namespace bamboo::overlap
