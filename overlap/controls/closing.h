// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where control parts end: what is planned is dropped behind the last call that may use it.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The function of the run-time library that ends a control part (bamboo_controls.h).
constexpr llvm::StringLiteral kClose = "Bamboo_Control_close";

/// Null when the instruction does not end the control part of `slot`.
const llvm::CallBase* closing_call(const llvm::Instruction& instruction,
                                   const llvm::AllocaInst& slot);

/// A mark: nothing is planned behind it.
bool is_mark(const llvm::Instruction& instruction, const llvm::AllocaInst& slot);

/// Closes the control part on each way on which no call of `calls` follows any more, once behind
/// each mark. A way out of several loops, or out of one in the middle, gets a block of its own; an
/// indirect branch cannot have one, and an exception that leaves the function passes none.
void close_control(llvm::AllocaInst& slot, llvm::ArrayRef<llvm::CallInst*> calls,
                   llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

}  // namespace bamboo::overlap
