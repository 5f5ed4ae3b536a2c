// SPDX-License-Identifier: Apache-2.0
// Finds the end of control parts: the plan is dropped after the last call that may use it.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The function of the run-time library that ends a control part (bamboo_controls.h).
constexpr llvm::StringLiteral close_function = "Bamboo_Control_close";

/// Returns null if the instruction does not end the control part of `slot`.
const llvm::CallBase* closing_call(const llvm::Instruction& instruction,
                                   const llvm::AllocaInst& slot);

/// Whether the instruction is a mark, behind which nothing is planned yet.
bool is_mark(const llvm::Instruction& instruction, const llvm::AllocaInst& slot);

/// Closes the control part on each path without a further call of `calls`, once after each mark. An
/// edge that leaves several loops, or one loop in the middle, gets a separate block. An indirect
/// branch cannot have such a block, and an exception that leaves the function closes nothing.
void close_control(llvm::AllocaInst& slot, llvm::ArrayRef<llvm::CallInst*> calls,
                   llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

}  // namespace bamboo::overlap
