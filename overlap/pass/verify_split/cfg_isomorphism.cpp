// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/cfg_isomorphism.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {
namespace {

/// Whether both have the same number of successors in the same order. Conditions are not compared.
bool branch_alike(const llvm::Instruction& one, const llvm::Instruction& other) {
  if (one.getOpcode() != other.getOpcode() || one.getNumSuccessors() != other.getNumSuccessors() ||
      one.getNumOperands() != other.getNumOperands())
    return false;
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&one);
  if (choice == nullptr) return llvm::isa<llvm::BranchInst>(one);
  const auto& copy = llvm::cast<llvm::SwitchInst>(other);
  return llvm::all_of(choice->cases(), [&](const auto& one_case) {
    const auto same = *copy.findCaseValue(one_case.getCaseValue());
    return same.getCaseIndex() == one_case.getCaseIndex();
  });
}

}  // namespace

CfgIsomorphism::CfgIsomorphism(const llvm::BasicBlock& begin, const llvm::BasicBlock& copied_begin,
                               const llvm::BasicBlock& end, const llvm::BasicBlock& copied_end,
                               const FailureWays& failures) {
  copies_[&end] = &copied_end;
  bool good = pair(begin, copied_begin);
  while (good && !open_.empty()) {
    const llvm::BasicBlock* block = open_.pop_back_val();
    const llvm::Instruction& branch = *block->getTerminator();
    const llvm::Instruction& copied = *copies_[block]->getTerminator();
    if (const auto failure = failures.find(&branch); failure != failures.end()) {
      good = copied.getNumSuccessors() == 1 &&
             pair(*branch.getSuccessor(1 - failure->second), *copied.getSuccessor(0));
      if (!good) difference_ = block;
      continue;
    }
    if (!branch_alike(branch, copied)) {
      difference_ = block;
      return;
    }
    for (unsigned i = 0; good && i < branch.getNumSuccessors(); ++i)
      good = pair(*branch.getSuccessor(i), *copied.getSuccessor(i));
  }
}

bool CfgIsomorphism::pair(const llvm::BasicBlock& block, const llvm::BasicBlock& copy) {
  const auto [found, is_new] = copies_.try_emplace(&block, &copy);
  if (is_new) open_.push_back(&block);
  if (found->second != &copy) difference_ = &block;
  return found->second == &copy;
}

}  // namespace bamboo::overlap
