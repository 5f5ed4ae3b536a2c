// SPDX-License-Identifier: Apache-2.0
// Copies of blocks for some of the paths that lead to them. Each path executes the same
// instructions in the same order as before.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace bamboo::overlap {

/// Copies `blocks`, whose first block is the only entry, and redirects the edges from the blocks
/// `from` into the copy. Phis after both join their values. `copies` gets the copy of each block
/// and instruction. Invalidates the function's analyses.
void lead_into_copy(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                    llvm::ArrayRef<llvm::BasicBlock*> from, llvm::ValueToValueMapTy& copies);

/// The copy of a block.
llvm::BasicBlock& block_copied(const llvm::BasicBlock& block,
                               const llvm::ValueToValueMapTy& copies);

}  // namespace bamboo::overlap
