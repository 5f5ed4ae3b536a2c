// SPDX-License-Identifier: Apache-2.0
// Optimisation remarks: one for every call that the pass looked at.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "pass/operations/conversion.h"

namespace bamboo::overlap {

/// Converted: how far its halves are apart, and what stopped them.
void remark_converted(const Conversion& conversion, llvm::StringRef name,
                      llvm::OptimizationRemarkEmitter& emitter);

/// Left blocking: what kept its halves together, and what to do.
void remark_not_worthwhile(const NonblockingOperation& pair, llvm::StringRef name,
                           const llvm::Instruction& call, llvm::OptimizationRemarkEmitter& emitter);

/// A half that the program has itself: how far it was moved, or what kept it.
void remark_moved(const NonblockingOperation& pair, llvm::StringRef name,
                  llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that was not tried.
void remark_unconverted(const llvm::CallBase& call, Reason why,
                        llvm::OptimizationRemarkEmitter& emitter);

}  // namespace bamboo::overlap
