// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/polls.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "pass/operations/window.h"

namespace bamboo::overlap {
namespace {

/// A loop's body must take at least this number of cycles; otherwise a poll in it would slow it
/// down noticeably.
constexpr double worth_a_poll = 2000;

llvm::Constant* pending_counter(llvm::Module& module) {
  return module.getOrInsertGlobal("bamboo_overlap_pending",
                                  llvm::Type::getInt32Ty(module.getContext()));
}

void add_to_pending(llvm::Instruction* behind, int amount) {
  llvm::IRBuilder<> builder(behind->getNextNode());
  builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, pending_counter(*behind->getModule()),
                          llvm::ConstantInt::getSigned(builder.getInt32Ty(), amount),
                          llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic);
}

}  // namespace

void count_pending(const CallPair& pair) {
  // The completion is counted on all paths.
  llvm::Instruction* counted = pair.initiation;
  if (pair.conditional_exit.reset != nullptr) counted = pair.conditional_exit.reset;
  add_to_pending(counted, 1);
  for (llvm::CallInst* completion : pair.completions()) add_to_pending(completion, -1);
}

void Polls::collect(const CallPair& pair, const SeseRegions& statements) {
  llvm::Instruction* next = pair.initiation->getNextNode();
  while (next != pair.completion) {
    const Statement statement = in_window(statements, *next, pair);
    if (statement.is_end()) return;
    for (llvm::Instruction* instruction : statement.instructions())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction))
        if (llvm::Function* callee = call->getCalledFunction()) collect_function(*callee);
    for (llvm::BasicBlock* block : statement.blocks)
      if (const llvm::Loop* loop = statements.loops().getLoopFor(block);
          loop != nullptr && loop->getHeader() == block)
        collect_loop(*loop);
    next = SeseRegions::behind(statement);
  }
}

void Polls::collect_function(llvm::Function& function) {
  if (function.isDeclaration() || function.isInterposable() || !functions_.insert(&function).second)
    return;
  for (const llvm::Loop* loop :
       analyses_.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    collect_loop(*loop);
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::Function* callee = call->getCalledFunction()) collect_function(*callee);
}

void Polls::collect_loop(const llvm::Loop& loop) {
  llvm::BasicBlock* latch = loop.getLoopLatch();
  const auto long_enough = [&](const llvm::Loop& one) { return cost_.body(one) >= worth_a_poll; };
  if (latch == nullptr || !long_enough(loop)) return;
  for (const llvm::Loop* inner : loop.getSubLoops())
    if (long_enough(*inner)) return;  // that one polls
  latches_.insert(latch);
}

void Polls::insert(llvm::Module& module) {
  if (latches_.empty()) return;
  const auto poll = module.getOrInsertFunction("bamboo_overlap_progress",
                                               llvm::Type::getVoidTy(module.getContext()));
  for (llvm::BasicBlock* latch : latches_) {
    llvm::IRBuilder<> builder(latch->getTerminator());
    llvm::LoadInst* pending = builder.CreateAlignedLoad(
        builder.getInt32Ty(), pending_counter(module), llvm::Align(sizeof(int32_t)));
    pending->setAtomic(llvm::AtomicOrdering::Monotonic);
    llvm::Value* any = builder.CreateICmpSGT(pending, builder.getInt32(0));
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(any, latch->getTerminator(), false);
    builder.SetInsertPoint(then);
    builder.CreateCall(poll);
  }
}

}  // namespace bamboo::overlap
