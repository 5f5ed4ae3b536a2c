// SPDX-License-Identifier: Apache-2.0
// Optimisation remarks about nests of loops behind receives.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "pass/operations/split_nest.h"
#include "refusals/stop.h"

namespace bamboo::overlap {

/// A nest of loops that was split into a core and the rest.
void remark_split(const SplitNest& split, llvm::OptimizationRemarkEmitter& emitter);

/// A loop behind receives that stays whole, and why.
void remark_whole(const llvm::Loop& loop, const Stop& stop,
                  llvm::OptimizationRemarkEmitter& emitter);

}  // namespace bamboo::overlap
