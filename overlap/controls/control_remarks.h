// SPDX-License-Identifier: Apache-2.0
// Remarks for the user: one for every call that has a control part.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "controls/placement.h"

namespace bamboo::overlap {

/// Emits the remark for a control part that is kept: the number of loops that it was taken out of,
/// and the calls that share it.
void remark_kept(const Control& control, llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that is planned anew each time, with the reason.
void remark_anew(const Control& control, llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that was not examined.
void remark_unplanned(const llvm::CallBase& call, Reason why,
                      llvm::OptimizationRemarkEmitter& emitter);

}  // namespace bamboo::overlap
