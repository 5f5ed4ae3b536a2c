// SPDX-License-Identifier: Apache-2.0
// Everything that may be executed while an operation is pending.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

class PendingRegion {
 public:
  /// The region of all paths from `begin` to `end`.
  PendingRegion(const llvm::Instruction& begin, const llvm::Instruction& end);

  /// The region of all paths from `begin` to the next one of `ends`, which are in separate blocks.
  PendingRegion(const llvm::Instruction& begin, llvm::ArrayRef<llvm::CallInst*> ends);

  bool contains(const llvm::Instruction& instruction) const;

  /// Whether the block is entered, or left, while the operation is pending.
  bool enters(const llvm::BasicBlock& block) const { return entered_.contains(&block); }
  bool leaves(const llvm::BasicBlock& block) const { return left_.contains(&block); }

 private:
  void follow();
  const llvm::Instruction* end_in(const llvm::BasicBlock& block) const;

  const llvm::Instruction& begin_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::Instruction*> ends_;  ///< one in a block
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> entered_, left_;
};

}  // namespace bamboo::overlap
