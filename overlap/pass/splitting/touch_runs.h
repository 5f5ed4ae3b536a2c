// SPDX-License-Identifier: Apache-2.0
// Reports the accesses of a loop at once where they are at equal distances. The loop, which only
// reported them, is left with nothing to do, and is deleted by the compiler.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// Call it after the verifiers, because they check single accesses. It clears `split.looked_at` and
/// invalidates the analyses of the function.
void join_touches(SplitNest& split, llvm::FunctionAnalysisManager& analyses);

}  // namespace bamboo::overlap
