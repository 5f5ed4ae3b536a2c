// SPDX-License-Identifier: Apache-2.0
#include "pending.h"

#include <llvm/IR/CFG.h>

namespace bamboo::overlap {

Pending::Pending(const llvm::Instruction& begin, const llvm::Instruction& end)
    : begin_(begin), end_(end) {
  if (begin.getParent() == end.getParent() && begin.comesBefore(&end)) return;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {begin.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    left_.insert(block);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (entered_.insert(next).second && next != end.getParent()) open.push_back(next);
  }
}

bool Pending::contains(const llvm::Instruction& instruction) const {
  const llvm::BasicBlock* block = instruction.getParent();
  const bool is_in_front =
      block != end_.getParent() || (&instruction != &end_ && instruction.comesBefore(&end_));
  const bool is_behind = block == begin_.getParent() && begin_.comesBefore(&instruction);
  return (entered_.contains(block) && is_in_front) ||
         (is_behind && (left_.contains(block) || is_in_front));
}

}  // namespace bamboo::overlap
