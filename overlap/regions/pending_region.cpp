// SPDX-License-Identifier: Apache-2.0
#include "regions/pending_region.h"

#include <llvm/IR/CFG.h>

namespace bamboo::overlap {

PendingRegion::PendingRegion(const llvm::Instruction& begin, const llvm::Instruction& end)
    : begin_(begin) {
  ends_[end.getParent()] = &end;
  follow();
}

PendingRegion::PendingRegion(const llvm::Instruction& begin, llvm::ArrayRef<llvm::CallInst*> ends)
    : begin_(begin) {
  for (const llvm::CallInst* end : ends) ends_[end->getParent()] = end;
  follow();
}

void PendingRegion::follow() {
  const llvm::Instruction* end = end_in(*begin_.getParent());
  if (end != nullptr && begin_.comesBefore(end)) return;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {begin_.getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    left_.insert(block);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (entered_.insert(next).second && end_in(*next) == nullptr) open.push_back(next);
  }
}

const llvm::Instruction* PendingRegion::end_in(const llvm::BasicBlock& block) const {
  return ends_.lookup(&block);
}

bool PendingRegion::contains(const llvm::Instruction& instruction) const {
  const llvm::BasicBlock* block = instruction.getParent();
  const llvm::Instruction* end = end_in(*block);
  const bool is_in_front = end == nullptr || (&instruction != end && instruction.comesBefore(end));
  const bool is_behind = block == begin_.getParent() && begin_.comesBefore(&instruction);
  return (entered_.contains(block) && is_in_front) ||
         (is_behind && (left_.contains(block) || is_in_front));
}

}  // namespace bamboo::overlap
