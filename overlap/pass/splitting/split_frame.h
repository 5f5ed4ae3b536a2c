// SPDX-License-Identifier: Apache-2.0
// The places in a function between which the parts of a split nest are inserted:
//
//     asks: the call that begins to look
//     head: ends where the core is inserted
//     tail: begins with the passed statements … before: ends with them
//     entry: the branch into the nest
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "pass/splitting/core_hoist.h"
#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

struct SplitFrame {
  llvm::BasicBlock* head;
  llvm::BasicBlock* tail;
  llvm::BasicBlock* before;
  llvm::BasicBlock* entry;
  llvm::SmallVector<llvm::BasicBlock*, 16> passed;  ///< from `tail` to the nest
  /// Null at run time if a core is not worth it: control then skips `head`.
  llvm::CallInst* plan;

  llvm::Instruction* at_head() const { return head->getTerminator(); }
  llvm::Instruction* at_nest() const { return before->getTerminator(); }
};

/// Makes the blocks. Keeps both analyses up to date.
SplitFrame make_frame(const LoopNest& nest, const CoreHoist& hoist, llvm::DominatorTree& dominators,
                      llvm::LoopInfo& loops);

/// Removes the call: the nest is not split.
void remove_plan(const SplitFrame& frame);

}  // namespace bamboo::overlap
