// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_offer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// Only the library calls the core.
bool is_librarys(const SplitNest& split) {
  const auto* core = llvm::dyn_cast<llvm::Function>(split.offer->getArgOperand(1));
  return core != nullptr && core->hasLocalLinkage() && core->hasOneUse() &&
         core->user_back() == split.offer && split.offer->getArgOperand(0) == split.plan;
}

/// Only the core reads and writes its values.
bool are_cores(const llvm::Value& values, const SplitNest& split) {
  const auto is_stored = [&](const llvm::User* user, const llvm::Value& place) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == &place &&
           store->getValueOperand() != &place && store->getParent() == split.offer->getParent();
  };
  return llvm::isa<llvm::AllocaInst>(values) &&
         llvm::all_of(values.users(), [&](const llvm::User* user) {
           const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
           return user == split.offer || is_stored(user, values) ||
                  (place != nullptr && llvm::all_of(place->users(), [&](const llvm::User* one) {
                     return is_stored(one, *place);
                   }));
         });
}

/// The core is offered at the place where it was executed, and nothing else happens there.
bool is_at_place(const SplitNest& split) {
  const llvm::BasicBlock* block = split.offer->getParent();
  const auto* decision = llvm::dyn_cast<llvm::BranchInst>(split.core->getParent()->getTerminator());
  return decision != nullptr && decision->isConditional() && decision->getSuccessor(0) == block &&
         block->getSinglePredecessor() == split.core->getParent() &&
         block->getSingleSuccessor() == decision->getSuccessor(1) &&
         llvm::none_of(*block, [&](const llvm::Instruction& one) {
           return &one != split.offer && !llvm::isa<llvm::StoreInst>(one) &&
                  (one.mayReadOrWriteMemory() || one.mayThrow());
         });
}

/// The calls that run pieces, also if the plan is in a variable.
llvm::SmallPtrSet<const llvm::Instruction*, 8> pieces_of(const SplitNest& split) {
  const auto* of_variable = llvm::dyn_cast<llvm::LoadInst>(split.rest_plan->getArgOperand(0));
  llvm::SmallPtrSet<const llvm::Instruction*, 8> found;
  for (const llvm::Instruction& one : llvm::instructions(*split.plan->getFunction())) {
    const auto own = split_call(&one);
    if (!own || !runs_pieces(*own)) continue;
    const llvm::Value* plan = one.getOperand(0);
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(plan);
    if (plan == split.plan || (load != nullptr && of_variable != nullptr &&
                               load->getPointerOperand() == of_variable->getPointerOperand()))
      found.insert(&one);
  }
  return found;
}

/// The library counts a completion of the exchange at each of these calls.
bool counts_completions(const SplitNest& split) {
  if (split.stages.empty()) return true;
  const auto pieces = pieces_of(split);
  return pieces.size() == split.stages.size() &&
         llvm::all_of(split.stages, [&](const ReportedStage& stage) {
           return pieces.contains(stage.completion->getPrevNode());
         });
}

/// The rest ends the plan.
const llvm::Instruction* behind_rest(const SplitNest& split) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split.plan->getParent()};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {split.rest->getParent()};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    for (const llvm::Instruction& instruction : *block)
      if (const auto own = split_call(&instruction);
          own && runs_pieces(*own) &&
          llvm::cast<llvm::CallInst>(instruction).getArgOperand(0) == split.plan)
        return &instruction;
    open.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return nullptr;
}

}  // namespace

std::optional<Defect> verify_offer(const SplitNest& split) {
  const llvm::DebugLoc& place = split.place;
  if (split.offer == nullptr) {
    if (!split.stages.empty()) return Defect(Fault::stage_differs, place);
    return std::nullopt;
  }
  if (!is_librarys(split)) return Defect(Fault::core_called_by_others, place);
  if (!are_cores(*split.offer->getArgOperand(2), split))
    return Defect(Fault::core_values_used, place);
  if (!is_at_place(split)) return Defect(Fault::core_offered_elsewhere, place);
  if (!counts_completions(split)) return Defect(Fault::stage_differs, place);
  if (const llvm::Instruction* piece = behind_rest(split))
    return Defect(Fault::piece_behind_rest, piece->getDebugLoc());
  return std::nullopt;
}

}  // namespace bamboo::overlap
