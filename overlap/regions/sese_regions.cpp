// SPDX-License-Identifier: Apache-2.0
#include "regions/sese_regions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

llvm::SmallVector<llvm::Instruction*, 16> Statement::instructions() const {
  if (!is_region()) return {instruction};
  llvm::SmallVector<llvm::Instruction*, 16> all = {before->getTerminator()};
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& inside : *block) all.push_back(&inside);
  for (llvm::PHINode& phi : behind->phis()) all.push_back(&phi);
  return all;
}

llvm::BasicBlock* SeseRegions::next_up(const llvm::DomTreeNode* node) const {
  if (node == nullptr) return nullptr;
  const llvm::Loop* loop = loops_.getLoopFor(node->getBlock());
  do {
    node = node->getIDom();
  } while (node != nullptr && node->getBlock() != nullptr && is_inside(node->getBlock(), loop));
  return node == nullptr ? nullptr : node->getBlock();
}

bool SeseRegions::is_inside(const llvm::BasicBlock* block, const llvm::Loop* loop) const {
  const llvm::Loop* own = loops_.getLoopFor(block);
  return own != loop && (loop == nullptr || loop->contains(own));
}

Statement SeseRegions::structure(llvm::BasicBlock& before) const {
  llvm::BasicBlock* behind = next_up(post_dominators_.getNode(&before));
  const llvm::Loop* loop = loops_.getLoopFor(&before);
  if (behind == nullptr || behind->isEHPad() || !dominators_.dominates(&before, behind) ||
      loops_.getLoopFor(behind) != loop)
    return {};
  return between(before, *behind, true);
}

/// Returns all blocks that may be executed between the two; nothing if it is unknown that each is
/// executed once.
Statement SeseRegions::between(llvm::BasicBlock& before, llvm::BasicBlock& behind,
                               bool is_only_way) const {
  const llvm::Loop* loop = loops_.getLoopFor(&before);
  Statement found;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen = {&behind};
  llvm::SmallVector<llvm::BasicBlock*, 16> open(llvm::successors(&before));
  while (!open.empty()) {
    llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    // A path leads back to the code before it, so it is executed more often than the code after it.
    if (block == &before || (is_only_way && !dominators_.dominates(&before, block)) ||
        (loop != nullptr && (!loop->contains(block) || block == loop->getHeader())))
      return {};
    found.blocks.push_back(block);
    open.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  found.before = &before;
  found.behind = &behind;
  return found;
}

Statement SeseRegions::path_out(llvm::BasicBlock& arm) const {
  llvm::BasicBlock* behind = next_up(post_dominators_.getNode(&arm));
  const llvm::Loop* loop = loops_.getLoopFor(&arm);
  const bool is_next_iteration = loop != nullptr && behind == loop->getHeader();
  if (behind == nullptr || behind->isEHPad() || is_next_iteration ||
      loops_.getLoopFor(behind) != loop || dominators_.dominates(&arm, behind) ||
      dominators_.getNode(behind) == nullptr || dominators_.getNode(&arm) == nullptr)
    return {};
  return between(arm, *behind, false);
}

Statement SeseRegions::edge(llvm::BasicBlock& block, llvm::BasicBlock& on) {
  Statement found;
  found.before = &block;
  found.behind = &on;
  return found;
}

llvm::Instruction* SeseRegions::branch_to(llvm::BasicBlock& arm, llvm::BasicBlock& behind) const {
  const llvm::Loop* loop = loops_.getLoopFor(&behind);
  llvm::BasicBlock* branch = dominators_.findNearestCommonDominator(&arm, &behind);
  while (loops_.getLoopFor(branch) != loop)  // a loop that is left on two ways
    branch = dominators_.getNode(branch)->getIDom()->getBlock();
  return branch->getTerminator();
}

Statement SeseRegions::beginning_at(llvm::Instruction& first) const {
  if (first.isTerminator()) return structure(*first.getParent());
  Statement found;
  found.instruction = &first;
  return found;
}

Statement SeseRegions::ending_before(llvm::Instruction& position) const {
  llvm::BasicBlock* block = position.getParent();
  Statement found;
  if (&position != &*block->getFirstInsertionPt() && !llvm::isa<llvm::PHINode>(position)) {
    found.instruction = position.getPrevNode();
    return found;
  }
  llvm::BasicBlock* before = next_up(dominators_.getNode(block));
  if (before == nullptr) return {};
  Statement whole = structure(*before);
  return whole.behind == block ? whole : Statement();
}

llvm::Instruction* SeseRegions::behind(const Statement& statement) {
  return statement.is_region() ? &*statement.behind->getFirstInsertionPt()
                               : statement.instruction->getNextNode();
}

llvm::Instruction* SeseRegions::start(const Statement& statement) {
  return statement.is_region() ? statement.before->getTerminator() : statement.instruction;
}

}  // namespace bamboo::overlap
