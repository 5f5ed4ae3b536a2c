// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/early_exits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace bamboo::overlap {
namespace {

/// Instructions that are executed only behind the block's beginning.
size_t instructions_behind(const llvm::BasicBlock& block, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 16> behind;
  dominators.getDescendants(const_cast<llvm::BasicBlock*>(&block), behind);
  size_t count = 0;
  for (const llvm::BasicBlock* one : behind) count += one->sizeWithoutDebug();
  return count;
}

/// Returns the beginning of the path, which no other path shares.
llvm::Instruction& beginning_of_way(llvm::Instruction& branch, unsigned way,
                                    llvm::DominatorTree& dominators,
                                    llvm::PostDominatorTree& post_dominators,
                                    llvm::LoopInfo& loops) {
  auto options = llvm::CriticalEdgeSplittingOptions(&dominators, &loops, nullptr, &post_dominators)
                     .unsetPreserveLoopSimplify();
  llvm::BasicBlock* made = llvm::SplitCriticalEdge(&branch, way, options);
  return *(made == nullptr ? branch.getSuccessor(way) : made)->getFirstInsertionPt();
}

}  // namespace

bool is_conditional_branch(const llvm::Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  return branch != nullptr && branch->isConditional();
}

llvm::BasicBlock* continuing_successor(llvm::BasicBlock& block,
                                       const llvm::DominatorTree& dominators,
                                       const llvm::LoopInfo& loops) {
  if (!is_conditional_branch(*block.getTerminator())) return nullptr;
  llvm::BasicBlock* found = nullptr;
  size_t most = 0;
  for (llvm::BasicBlock* way : llvm::successors(&block)) {
    // On a path from another predecessor, other completions would be executed; a loop would repeat
    // it.
    if (way->getSinglePredecessor() != &block || loops.getLoopFor(way) != loops.getLoopFor(&block))
      continue;
    const size_t behind = instructions_behind(*way, dominators);
    if (behind <= most) continue;
    found = way;
    most = behind;
  }
  return found;
}

std::optional<Reason> why_not_duplicated(const CallPair& pair) {
  if (pair.is_programs_own) return Reason::programs_own;
  if (pair.abi->is_fortran()) return Reason::fortran_error_codes;
  if (!pair.completion->use_empty()) return Reason::error_code_read;
  return std::nullopt;
}

void complete_on_exits(CallPair& pair, llvm::DominatorTree& dominators,
                       llvm::PostDominatorTree& post_dominators, llvm::LoopInfo& loops) {
  for (EarlyExit& fork : pair.early_exits)
    for (unsigned way = 0; way < fork.branch->getNumSuccessors(); ++way) {
      if (fork.branch->getSuccessor(way) == fork.on) continue;
      llvm::Instruction* copy = pair.completion->clone();
      copy->insertBefore(&beginning_of_way(*fork.branch, way, dominators, post_dominators, loops));
      fork.completions.push_back(llvm::cast<llvm::CallInst>(copy));
    }
}

void withdraw_from_exits(CallPair& pair) {
  pair.completion->moveBefore(pair.early_exits.front().branch);
  pair.proof = pair.early_exits.front().proof;
  pair.below = pair.early_exits.front().stop;
  pair.first_attached = {};
  pair.early_exits.clear();
}

}  // namespace bamboo::overlap
