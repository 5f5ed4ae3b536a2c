// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/inspector.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {

llvm::BasicBlock* Inspector::make(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::BasicBlock& from,
                                  llvm::BasicBlock& to,
                                  llvm::SmallVectorImpl<DescribedAccess>& looked_at) {
  llvm::ValueToValueMapTy copies;
  copies[&from] = &to;
  llvm::SmallVector<llvm::BasicBlock*, 16> made;
  for (llvm::BasicBlock* block : blocks) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".look", block->getParent()));
    copies[block] = made.back();
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(made[i]->phis()))
      for (unsigned k = phi.getNumIncomingValues(); k-- > 0;)
        if (!copies.count(phi.getIncomingBlock(k))) phi.removeIncomingValue(k, false);
    for (llvm::Instruction& copy : *made[i]) {
      copy.dropDbgRecords();
      llvm::RemapInstruction(&copy, copies,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    }
  }
  const auto copy_of = [&](llvm::Value* value) -> llvm::Value* {
    const auto found = copies.find(value);
    return found == copies.end() ? value : static_cast<llvm::Value*>(found->second);
  };
  unsigned site = 0;
  for (const RuntimeCheck& touch : hoist_.touches) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(copy_of(touch.where)));
    SplitCalls calls(builder);
    llvm::Value* pointer = copy_of(touch.pointer);
    llvm::Value* elements = builder.getInt64(1);
    if (touch.count != nullptr)
      elements = builder.CreateZExtOrTrunc(copy_of(touch.count), builder.getInt64Ty());
    looked_at.push_back(
        {touch.where, touch.pointer,
         touch.type != nullptr
             ? calls.message(&plan_, site, pointer, elements, touch.written, copy_of(touch.type))
             : calls.touch(&plan_, site, pointer,
                           builder.CreateMul(elements, builder.getInt64(touch.element)),
                           touch.written)});
    ++site;
  }
  tell_groups(blocks, copies);
  strip(blocks, copies);
  for (llvm::Instruction* needed : hoist_.slice)
    if (const auto found = copies.find(needed); found != copies.end())
      points_to_.share(*found->second, *needed);
  return made.front();
}

/// A new group begins with every statement, and with every iteration of a loop that has loops
/// inside.
void Inspector::tell_groups(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                            const llvm::ValueToValueMapTy& copies) {
  const llvm::Loop* around = loops_.getLoopFor(blocks.front());
  for (llvm::BasicBlock* block : blocks) {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    const bool is_outside = loop == around;
    const bool is_iteration = !is_outside && loop->getHeader() == block &&
                              loop->getParentLoop() == around && !loop->isInnermost();
    if (!is_outside && !is_iteration) continue;
    auto* copy = llvm::cast<llvm::BasicBlock>(static_cast<llvm::Value*>(copies.lookup(block)));
    llvm::IRBuilder<> builder(copy, copy->getFirstInsertionPt());
    SplitCalls(builder).group(&plan_);
  }
}

/// Leaves control flow, and what it and the addresses are computed from.
void Inspector::strip(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                      const llvm::ValueToValueMapTy& copies) {
  llvm::SmallVector<llvm::Instruction*, 64> dead;
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      if (!instruction.isTerminator() && !hoist_.slice.contains(&instruction))
        dead.push_back(
            llvm::cast<llvm::Instruction>(static_cast<llvm::Value*>(copies.lookup(&instruction))));
  for (llvm::Instruction* instruction : dead) {
    instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
}

}  // namespace bamboo::overlap
