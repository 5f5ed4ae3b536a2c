// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/block_copies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace bamboo::overlap {
namespace {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock*, 32>;

llvm::Value* copy_or_same(llvm::Value* value, const llvm::ValueToValueMapTy& copies) {
  const auto found = copies.find(value);
  return found == copies.end() ? value : static_cast<llvm::Value*>(found->second);
}

void make_copies(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::ValueToValueMapTy& copies) {
  llvm::Function& function = *blocks.front()->getParent();
  llvm::SmallVector<llvm::MDNode*, 4> scopes;
  llvm::identifyNoAliasScopesToClone(blocks, scopes);
  llvm::SmallVector<llvm::BasicBlock*, 32> made;
  for (llvm::BasicBlock* block : blocks) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".again", &function));
    copies[block] = made.back();
  }
  llvm::remapInstructionsInBlocks(made, copies);
  llvm::cloneAndAdaptNoAliasScopes(scopes, made, function.getContext(), "again");
}

void keep_ways(llvm::BasicBlock& block, llvm::function_ref<bool(llvm::BasicBlock*)> is_kept) {
  for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
    phi.removeIncomingValueIf([&](unsigned way) { return !is_kept(phi.getIncomingBlock(way)); },
                              false);
}

/// The following blocks get the copies as further predecessors.
void add_ways_out(llvm::ArrayRef<llvm::BasicBlock*> blocks, const BlockSet& inside,
                  const llvm::ValueToValueMapTy& copies) {
  llvm::SmallSetVector<llvm::BasicBlock*, 8> behind;
  for (llvm::BasicBlock* block : blocks)
    for (llvm::BasicBlock* next : llvm::successors(block))
      if (!inside.contains(next)) behind.insert(next);
  for (llvm::BasicBlock* next : behind)
    for (llvm::PHINode& phi : next->phis())
      for (unsigned way = 0, all = phi.getNumIncomingValues(); way < all; ++way)
        if (inside.contains(phi.getIncomingBlock(way)))
          phi.addIncoming(copy_or_same(phi.getIncomingValue(way), copies),
                          &block_copied(*phi.getIncomingBlock(way), copies));
}

/// The block in which the use reads the value: for a phi, the end of the incoming block.
const llvm::BasicBlock* block_of_use(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
}

void join_uses(llvm::Instruction& value, llvm::Instruction& copy, const BlockSet& inside) {
  llvm::SmallVector<llvm::Use*, 8> outside;
  for (llvm::Use& use : value.uses())
    if (!inside.contains(block_of_use(use))) outside.push_back(&use);
  llvm::SmallVector<llvm::DbgValueInst*, 2> values;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgValues(values, &value, &records);
  llvm::erase_if(records, [&](const auto* one) { return inside.contains(one->getParent()); });
  llvm::erase_if(values, [&](const auto* one) { return inside.contains(one->getParent()); });
  if (outside.empty() && records.empty() && values.empty()) return;
  llvm::SSAUpdater updater;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  updater.AddAvailableValue(copy.getParent(), &copy);
  for (llvm::Use* use : outside) updater.RewriteUse(*use);
  updater.UpdateDebugValues(&value, values);
  updater.UpdateDebugValues(&value, records);
}

}  // namespace

llvm::BasicBlock& block_copied(const llvm::BasicBlock& block,
                               const llvm::ValueToValueMapTy& copies) {
  return llvm::cast<llvm::BasicBlock>(*static_cast<llvm::Value*>(copies.lookup(&block)));
}

void lead_into_copy(llvm::ArrayRef<llvm::BasicBlock*> blocks,
                    llvm::ArrayRef<llvm::BasicBlock*> from, llvm::ValueToValueMapTy& copies) {
  llvm::BasicBlock& entry = *blocks.front();
  BlockSet inside(blocks.begin(), blocks.end());
  make_copies(blocks, copies);
  llvm::BasicBlock& copy = block_copied(entry, copies);
  add_ways_out(blocks, inside, copies);
  for (llvm::BasicBlock* block : from) block->getTerminator()->replaceSuccessorWith(&entry, &copy);
  const auto comes_from = [&](llvm::BasicBlock* block) { return llvm::is_contained(from, block); };
  keep_ways(entry, [&](llvm::BasicBlock* block) { return !comes_from(block); });
  keep_ways(copy, comes_from);
  for (llvm::BasicBlock* block : blocks) inside.insert(&block_copied(*block, copies));
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& value : *block)
      if (!value.getType()->isVoidTy())
        join_uses(value, llvm::cast<llvm::Instruction>(*static_cast<llvm::Value*>(copies[&value])),
                  inside);
}

}  // namespace bamboo::overlap
