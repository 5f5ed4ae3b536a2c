// SPDX-License-Identifier: Apache-2.0
// Remarks for the user: one for every call that has a control part.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "controls/placement.h"

namespace bamboo::overlap {

/// Kept: out of how many loops it was taken, and which calls share it.
void remark_kept(const Control& control, llvm::OptimizationRemarkEmitter& emitter);

/// Planned anew each time, and why.
void remark_anew(const Control& control, llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that was not examined.
void remark_unplanned(const llvm::CallBase& call, Reason why,
                      llvm::OptimizationRemarkEmitter& emitter);

}  // namespace bamboo::overlap
