// SPDX-License-Identifier: Apache-2.0
// Reports the accesses of a loop at once where they are at equal distances. The loop, which only
// reported them, is left with nothing to do, and is deleted by the compiler.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// Call it after the verifiers, which know single accesses. The record of what is looked at is no
/// longer valid afterwards, nor are the function's analyses.
void join_touches(SplitNest& split, llvm::FunctionAnalysisManager& analyses);

}  // namespace bamboo::overlap
