// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/inspector.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

llvm::Value* copy_of(llvm::Value* value, const llvm::ValueToValueMapTy& copies) {
  const auto found = copies.find(value);
  return found == copies.end() ? value : static_cast<llvm::Value*>(found->second);
}

}  // namespace

llvm::BasicBlock* Inspector::make(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::BasicBlock& from,
                                  llvm::BasicBlock& to) {
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
  if (hoist_.is_staged) report_stages(copies);  // before the memory that a completion touches
  for (const RuntimeCheck& touch : hoist_.touches)
    split_.looked_at.push_back({touch.where, touch.pointer, report(touch, copies)});
  report_kept(copies);
  leave_out_failures(copies);
  report_groups(blocks, copies);
  strip(blocks, copies);
  for (llvm::Instruction* needed : hoist_.slice)
    if (const auto found = copies.find(needed); found != copies.end())
      points_to_.share(*found->second, *needed);
  return made.front();
}

void Inspector::report_stages(const llvm::ValueToValueMapTy& copies) {
  for (llvm::Instruction* member : hoist_.members) {
    auto* completion = llvm::dyn_cast<llvm::CallInst>(member);
    if (completion == nullptr || !waited_for(*completion)) continue;
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(copy_of(completion, copies)));
    split_.stages.push_back({completion, SplitCalls(builder).call(SplitCall::stage, &plan_)});
  }
}

llvm::CallInst* Inspector::report(const RuntimeCheck& touch,
                                  const llvm::ValueToValueMapTy& copies) {
  llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(copy_of(touch.where, copies)));
  SplitCalls calls(builder);
  const unsigned site = site_++;
  if (touch.passed != nullptr) return calls.call(SplitCall::passes, &plan_, site, touch.passed);
  llvm::Value* pointer = copy_of(touch.pointer, copies);
  if (touch.status != nullptr) {
    ++site_;  // of the requests and statuses
    llvm::Value* count =
        touch.count == nullptr ? builder.getInt32(1) : copy_of(touch.count, copies);
    return calls.call(SplitCall::completes, &plan_, site, split_.posted, pointer, count,
                      copy_of(touch.status, copies));
  }
  llvm::Value* elements = builder.getInt64(1);
  if (touch.count != nullptr)
    elements = builder.CreateZExtOrTrunc(copy_of(touch.count, copies), builder.getInt64Ty());
  if (touch.type == nullptr)
    elements = builder.CreateMul(elements, builder.getInt64(touch.element));
  llvm::Value* address = calls.number_of(pointer);
  if (touch.type == nullptr)
    return calls.call(SplitCall::touch, &plan_, site, address, elements, touch.written);
  const bool of_fortran = is_fortran(llvm::cast<llvm::CallBase>(*touch.where));
  return calls.call(of_fortran ? SplitCall::message_fortran : SplitCall::message, &plan_, site,
                    address, elements, touch.written, copy_of(touch.type, copies));
}

/// Reports the loads that are executed here: they must load the same values at their original
/// places.
void Inspector::report_kept(const llvm::ValueToValueMapTy& copies) {
  for (llvm::LoadInst* load : hoist_.kept) {
    const auto found = copies.find(load);
    if (found == copies.end() || !hoist_.slice.contains(load)) continue;
    auto* copy = llvm::cast<llvm::LoadInst>(static_cast<llvm::Value*>(found->second));
    llvm::IRBuilder<> builder(copy);
    split_.kept.push_back(
        {load, load->getPointerOperand(),
         SplitCalls(builder).kept(&plan_, copy->getPointerOperand(),
                                  load->getDataLayout().getTypeStoreSize(load->getType()))});
  }
}

/// If errors are returned to the program, there is no core.
void Inspector::leave_out_failures(const llvm::ValueToValueMapTy& copies) {
  for (const auto& [branch, way] : hoist_.failures)
    if (const auto found = copies.find(branch); found != copies.end()) {
      auto* copy = llvm::cast<llvm::BranchInst>(static_cast<llvm::Value*>(found->second));
      llvm::BranchInst::Create(copy->getSuccessor(1 - way), copy->getIterator());
      copy->eraseFromParent();
    }
}

/// A new group begins with every statement, and with every iteration of a loop that contains loops.
void Inspector::report_groups(llvm::ArrayRef<llvm::BasicBlock*> blocks,
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
    SplitCalls(builder).call(SplitCall::group, &plan_);
  }
}

/// Keeps control flow, and the instructions that control flow and addresses depend on.
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
