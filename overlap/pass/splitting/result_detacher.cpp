// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/result_detacher.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

template <class T>
T& copy_of(const T& value, const llvm::ValueToValueMapTy& copies) {
  return *llvm::cast<T>(static_cast<llvm::Value*>(copies.lookup(&value)));
}

/// Erases the instructions, including cyclic ones.
void erase_all(llvm::ArrayRef<llvm::Instruction*> dead, PointsTo& points_to) {
  for (llvm::Instruction* instruction : dead)
    instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
  for (llvm::Instruction* instruction : dead) {
    points_to.forget(*instruction);
    instruction->eraseFromParent();
  }
}

}  // namespace

void enclose_results(LoopNest& nest, llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  llvm::BasicBlock* phis = nest.statement.behind;
  if (nest.results.empty() || phis->phis().empty()) return;
  nest.statement.blocks.push_back(phis);
  nest.statement.behind =
      llvm::SplitBlock(phis, phis->getFirstNonPHI(), &dominators, &loops, nullptr, "bamboo.behind");
}

ResultDetacher::ResultDetacher(const LoopNest& nest, llvm::BasicBlock& entry, PointsTo& points_to,
                               SplitNest& split)
    : nest_(nest), points_to_(points_to), split_(split), blocks_({&entry}) {
  blocks_.append(nest.statement.blocks.begin(), nest.statement.blocks.end());
}

llvm::SmallVector<llvm::Instruction*, 4> ResultDetacher::detach() {
  copy(".again", again_, split_.results.again);
  copy(".whole", whole_, split_.results.whole);
  for (const NestLoop& loop : nest_.loops)
    split_.results.again_headers.push_back(&copy_of(*loop.loop->getHeader(), again_));
  load_kept();
  for (llvm::Instruction* one : nest_.results.stores) {
    const auto& store = llvm::cast<llvm::StoreInst>(*one);
    split_.results.stores.push_back({&copy_of(store, again_), &copy_of(store, whole_)});
  }
  join_values();
  llvm::SmallVector<llvm::Instruction*, 4> read_again;
  for (const NestAccess& access : nest_.read_again) read_again.push_back(&again(access));
  strip_copy();
  strip_nest();
  return read_again;
}

void ResultDetacher::copy(llvm::StringRef suffix, Copies& copies,
                          llvm::SmallVectorImpl<llvm::BasicBlock*>& made) {
  llvm::Function& function = *blocks_.front()->getParent();
  llvm::SmallVector<llvm::MDNode*, 4> scopes;
  llvm::identifyNoAliasScopesToClone(blocks_, scopes);
  for (llvm::BasicBlock* block : blocks_) {
    made.push_back(llvm::CloneBasicBlock(block, copies, suffix, &function));
    copies[block] = made.back();
  }
  for (llvm::BasicBlock* block : made)
    for (llvm::Instruction& instruction : *block) {
      instruction.dropDbgRecords();
      llvm::RemapInstruction(&instruction, copies,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    }
  llvm::cloneAndAdaptNoAliasScopes(scopes, made, function.getContext(), suffix.drop_front());
  for (llvm::BasicBlock* block : blocks_)
    for (llvm::Instruction& instruction : *block)
      points_to_.share(copy_of(instruction, copies), instruction);
}

/// Loads the stored values, at the place of the store.
void ResultDetacher::load_kept() {
  for (llvm::Instruction* one : nest_.results.kept) {
    auto& store = llvm::cast<llvm::StoreInst>(*one);
    llvm::StoreInst& copy = copy_of(store, again_);
    llvm::Value* value = copy.getValueOperand();
    auto* load = new llvm::LoadInst(value->getType(), copy.getPointerOperand(), "bamboo.kept",
                                    false, copy.getAlign(), copy.getIterator());
    load->setDebugLoc(copy.getDebugLoc());
    value->replaceUsesWithIf(load, [&](const llvm::Use& use) { return use.getUser() != &copy; });
    loads_[one] = load;
    split_.results.reloads.push_back({load, &copy_of(store, whole_)});
  }
}

void ResultDetacher::strip_copy() {
  llvm::SmallVector<llvm::Instruction*, 64> dead;
  for (llvm::BasicBlock* block : blocks_)
    for (llvm::Instruction& instruction : *block)
      if (!instruction.isTerminator() && !nest_.results.again.contains(&instruction))
        dead.push_back(&copy_of(instruction, again_));
  erase_all(dead, points_to_);
}

void ResultDetacher::strip_nest() {
  llvm::SmallVector<llvm::Instruction*, 64> dead;
  for (llvm::BasicBlock* block : blocks_)
    for (llvm::Instruction& instruction : *block)
      if (nest_.results.own.contains(&instruction)) dead.push_back(&instruction);
  erase_all(dead, points_to_);
}

llvm::Instruction& ResultDetacher::again(const NestAccess& access) const {
  if (llvm::LoadInst* kept = loads_.lookup(access.instruction)) return *kept;
  return copy_of(*access.instruction, again_);
}

/// The values are those of the copy that has run.
void ResultDetacher::join_values() {
  llvm::BasicBlock* behind = nest_.statement.behind;
  llvm::Function& function = *behind->getParent();
  const auto make = [&](const char* name) {
    return llvm::BasicBlock::Create(function.getContext(), name, &function, behind);
  };
  behind_again_ = make("bamboo.computed");
  behind_whole_ = make("bamboo.executed");
  joined_ = make("bamboo.joined");
  for (llvm::BasicBlock* one : {behind_again_, behind_whole_})
    llvm::BranchInst::Create(joined_, one);
  const auto is_behind = [&](const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    return !llvm::is_contained(blocks_, user->getParent());
  };
  llvm::IRBuilder<> builder(joined_);
  for (llvm::Instruction* value : nest_.results.values) {
    llvm::PHINode* phi = builder.CreatePHI(value->getType(), 2, value->getName() + ".joined");
    points_to_.share(*phi, *value);
    value->replaceUsesWithIf(phi, is_behind);
    phi->addIncoming(&copy_of(*value, again_), behind_again_);
    phi->addIncoming(&copy_of(*value, whole_), behind_whole_);
    split_.results.joined.push_back(phi);
  }
}

void ResultDetacher::join(llvm::BasicBlock& after) {
  llvm::BasicBlock* behind = nest_.statement.behind;
  NestResultCopies& results = split_.results;
  for (llvm::BasicBlock* block : results.again)
    block->getTerminator()->replaceSuccessorWith(behind, behind_again_);
  for (llvm::BasicBlock* block : results.whole)
    block->getTerminator()->replaceSuccessorWith(behind, behind_whole_);
  llvm::IRBuilder<> builder(&after);
  results.decides = SplitCalls(builder).call(SplitCall::results, split_.rest_plan);
  builder.CreateCondBr(builder.CreateIsNotNull(results.decides), results.again.front(),
                       results.whole.front());
  builder.SetInsertPoint(joined_);
  results.ends = SplitCalls(builder).call(SplitCall::finish, split_.rest_plan);
  builder.CreateBr(behind);
}

}  // namespace bamboo::overlap
