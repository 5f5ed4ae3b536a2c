// SPDX-License-Identifier: Apache-2.0
// Optimisation remarks: one for each call that the pass examined.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "pass/operations/conversion.h"
#include "pass/operations/late_receive.h"

namespace bamboo::overlap {

/// Emits the remark for a converted call: the distance between its halves, and the statements that
/// stopped them.
void remark_converted(const Conversion& conversion, llvm::StringRef name,
                      llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that stays blocking: the statement that kept its halves together,
/// and advice.
void remark_not_worthwhile(const CallPair& pair, llvm::StringRef name,
                           const llvm::Instruction& call, llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a half that the program contains: how far it was moved, or the statement
/// that stopped it.
void remark_moved(const CallPair& pair, llvm::StringRef name,
                  llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a receive that was moved behind a send.
void remark_sent_first(const LateReceive& late, llvm::OptimizationRemarkEmitter& emitter);

/// Emits the remark for a call that was not tried.
void remark_unconverted(const llvm::CallBase& call, Reason why,
                        llvm::OptimizationRemarkEmitter& emitter);

}  // namespace bamboo::overlap
