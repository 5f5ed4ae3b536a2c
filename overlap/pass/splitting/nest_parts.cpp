// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_parts.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks, EarlyValues& early, PointsTo& points_to,
                 SplitNest& split) {
  llvm::Function& function = *blocks.front()->getParent();
  llvm::SmallVector<llvm::MDNode*, 4> scopes;
  llvm::identifyNoAliasScopesToClone(blocks, scopes);
  for (llvm::BasicBlock* block : blocks) {
    llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, early.map(), ".core", &function);
    early.set(block, copy);
    split.core_blocks.push_back(copy);
  }
  for (llvm::BasicBlock* copy : split.core_blocks)
    for (llvm::Instruction& instruction : *copy) {
      instruction.dropDbgRecords();
      early.remap(instruction);
    }
  llvm::cloneAndAdaptNoAliasScopes(scopes, split.core_blocks, function.getContext(), "core");
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      points_to.share(*early.lookup(&instruction), instruction);
}

void move_to_core(DescribedAccess& described, const EarlyValues& early) {
  described.access = llvm::cast<llvm::Instruction>(early.lookup(described.access));
  if (llvm::Value* address = early.lookup(described.address)) described.address = address;
}

}  // namespace

void make_core(const LoopNest& nest, EarlyValues& early, const SplitFrame& frame,
               PointsTo& points_to, SplitNest& split) {
  split.rest_blocks = {frame.entry};
  split.rest_blocks.append(nest.statement.blocks.begin(), nest.statement.blocks.end());
  early.set(split.rest_plan, frame.plan);
  early.set(nest.statement.behind, frame.tail);
  copy_blocks(split.rest_blocks, early, points_to, split);
  split.rest_accesses = split.described;
  for (DescribedAccess& described : split.described) move_to_core(described, early);
  for (RowAccess& row : split.rows.accesses) move_to_core(row.core, early);
  for (const NestLoop& loop : nest.loops) {
    llvm::BasicBlock* header = loop.loop->getHeader();
    split.rest_headers.push_back(header);
    split.core_headers.push_back(llvm::cast<llvm::BasicBlock>(early.lookup(header)));
  }
}

void make_rest(const LoopNest& nest, const SplitFrame& frame, ResultDetacher* results,
               SplitNest& split) {
  llvm::BasicBlock* behind = nest.statement.behind;
  llvm::Function* function = behind->getParent();
  llvm::LLVMContext& context = function->getContext();
  auto* next = llvm::BasicBlock::Create(context, "bamboo.rest", function, frame.entry);
  auto* after = llvm::BasicBlock::Create(context, "bamboo.done", function, behind);
  if (results != nullptr)
    results->join(*after);
  else
    llvm::BranchInst::Create(behind, after);
  for (llvm::PHINode& phi : behind->phis()) {
    llvm::Value* value = phi.hasConstantValue();
    while (phi.getNumIncomingValues() > 0) phi.removeIncomingValue(0u, false);
    phi.addIncoming(value, after);
  }
  for (llvm::BasicBlock* block : split.rest_blocks)
    block->getTerminator()->replaceSuccessorWith(behind, next);
  frame.at_nest()->replaceSuccessorWith(frame.entry, next);
  llvm::IRBuilder<> builder(next);
  split.rest = SplitCalls(builder).call(SplitCall::rest, split.rest_plan);
  builder.CreateCondBr(builder.CreateIsNotNull(split.rest), frame.entry, after);
}

}  // namespace bamboo::overlap
