// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/split_frame.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

/// All blocks from `tail` to the nest.
llvm::SmallVector<llvm::BasicBlock*, 16> blocks_passed(const CoreHoist& hoist,
                                                       llvm::BasicBlock* tail,
                                                       llvm::BasicBlock* entry) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen = {entry, tail};
  llvm::SmallVector<llvm::BasicBlock*, 16> passed = {tail};
  for (size_t i = 0; i < passed.size(); ++i)
    for (llvm::BasicBlock* next : successors_without(hoist.failures, *passed[i]))
      if (seen.insert(next).second) passed.push_back(next);
  return passed;
}

}  // namespace

SplitFrame make_frame(const LoopNest& nest, const CoreHoist& hoist, llvm::DominatorTree& dominators,
                      llvm::LoopInfo& loops) {
  const auto split = [&](llvm::Instruction* at, const char* name) {
    return llvm::SplitBlock(at->getParent(), at, &dominators, &loops, nullptr, name);
  };
  llvm::BasicBlock* entry = split(nest.statement.before->getTerminator(), "bamboo.nest");
  llvm::BasicBlock* asks = hoist.start->getParent();
  llvm::BasicBlock* tail = split(hoist.start, "bamboo.passed");
  llvm::BasicBlock* before = entry->getSinglePredecessor();
  llvm::BasicBlock* head = split(asks->getTerminator(), "bamboo.describe");
  llvm::Instruction* end = asks->getTerminator();
  llvm::IRBuilder<> builder(end);
  llvm::CallInst* plan =
      SplitCalls(builder).begin(hoist.rests.empty() ? nullptr : hoist.rests.back()->plan);
  builder.CreateCondBr(builder.CreateIsNotNull(plan), head, tail);
  end->eraseFromParent();
  dominators.insertEdge(asks, tail);
  return {head, tail, before, entry, blocks_passed(hoist, tail, entry), plan};
}

void remove_plan(const SplitFrame& frame) {
  llvm::ReplaceInstWithInst(frame.plan->getParent()->getTerminator(),
                            llvm::BranchInst::Create(frame.head));
  llvm::cast<llvm::Instruction>(frame.plan->user_back())->eraseFromParent();
  frame.plan->eraseFromParent();
}

}  // namespace bamboo::overlap
