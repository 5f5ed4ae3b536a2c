// SPDX-License-Identifier: Apache-2.0
#include "controls/closing.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace bamboo::overlap {
namespace {

/// A control part is live where a call may follow before the next mark.
class Liveness {
 public:
  Liveness(const llvm::AllocaInst& slot, llvm::ArrayRef<llvm::CallInst*> calls)
      : slot_(slot), calls_(calls.begin(), calls.end()) {
    llvm::SmallVector<const llvm::BasicBlock*, 16> open;
    const auto enter = [&](const llvm::BasicBlock* block) {
      if (at_beginning_.insert(block).second) open.push_back(block);
    };
    for (const llvm::CallInst* call : calls)
      if (is_call(*next_event(call->getParent()->begin()))) enter(call->getParent());
    while (!open.empty())
      for (const llvm::BasicBlock* before : llvm::predecessors(open.pop_back_val()))
        if (next_event(before->begin()) == before->end()) enter(before);
  }

  bool at_beginning(const llvm::BasicBlock* block) const { return at_beginning_.contains(block); }

  bool at_end(const llvm::BasicBlock* block) const {
    return llvm::any_of(llvm::successors(block),
                        [&](const llvm::BasicBlock* next) { return at_beginning(next); });
  }

  bool behind(const llvm::CallInst& call) const {
    const auto next = next_event(std::next(call.getIterator()));
    return next == call.getParent()->end() ? at_end(call.getParent()) : is_call(*next);
  }

 private:
  using Position = llvm::BasicBlock::const_iterator;

  bool is_call(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && calls_.contains(call);
  }

  Position next_event(Position from) const {
    return std::find_if(from, from->getParent()->end(), [&](const llvm::Instruction& instruction) {
      return is_call(instruction) || is_mark(instruction, slot_);
    });
  }

  const llvm::AllocaInst& slot_;
  llvm::SmallPtrSet<const llvm::CallInst*, 4> calls_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> at_beginning_;
};

/// The block that only the blocks of `before` enter on their way to `block`; null if there is none.
llvm::BasicBlock* own_block(llvm::BasicBlock& block, llvm::ArrayRef<llvm::BasicBlock*> before,
                            llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  if (llvm::all_of(llvm::predecessors(&block),
                   [&](llvm::BasicBlock* one) { return llvm::is_contained(before, one); }))
    return &block;
  const auto is_fixed = [](const llvm::BasicBlock* one) {
    return llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(one->getTerminator());
  };
  if (llvm::any_of(before, is_fixed)) return nullptr;
  return llvm::SplitBlockPredecessors(&block, before, ".closed", &dominators, &loops);
}

}  // namespace

const llvm::CallBase* closing_call(const llvm::Instruction& instruction,
                                   const llvm::AllocaInst& slot) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  const bool closes = callee != nullptr && callee->getName() == close_function &&
                      call->arg_size() == 1 && call->getArgOperand(0) == &slot;
  return closes ? call : nullptr;
}

bool is_mark(const llvm::Instruction& instruction, const llvm::AllocaInst& slot) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store == nullptr || store->getPointerOperand() != &slot) return false;
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
  return value != nullptr && value->isZero();
}

void close_control(llvm::AllocaInst& slot, llvm::ArrayRef<llvm::CallInst*> calls,
                   llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  const Liveness live(slot, calls);
  llvm::SmallVector<llvm::Instruction*, 4> positions;
  for (llvm::CallInst* call : calls)
    if (!live.behind(*call)) positions.push_back(call->getNextNode());
  // The edges that leave the calls' region, by the block to which they lead.
  llvm::MapVector<llvm::BasicBlock*, llvm::SmallVector<llvm::BasicBlock*, 2>> ways;
  for (llvm::BasicBlock& block : *slot.getFunction())
    if (live.at_end(&block))
      for (llvm::BasicBlock* next : llvm::successors(&block))
        if (!live.at_beginning(next) && !llvm::is_contained(ways[next], &block))
          ways[next].push_back(&block);
  for (const auto& [block, before] : ways)
    if (llvm::BasicBlock* own = own_block(*block, before, dominators, loops))
      positions.push_back(&*own->getFirstInsertionPt());
  const auto callee = slot.getModule()->getOrInsertFunction(
      close_function, llvm::Type::getInt32Ty(slot.getContext()), slot.getType());
  for (llvm::Instruction* position : positions) {
    llvm::IRBuilder<> builder(position);
    builder.CreateCall(callee, {&slot})->setDebugLoc(calls.front()->getDebugLoc());
  }
}

}  // namespace bamboo::overlap
