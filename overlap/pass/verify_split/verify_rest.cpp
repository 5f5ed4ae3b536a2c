// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_rest.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

std::optional<Fault> verify_rest(const SplitNest& split) {
  const llvm::Value* taken = split.rest_plan->getArgOperand(0);
  if (taken == split.plan) return std::nullopt;
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(taken);
  const auto* slot =
      load == nullptr ? nullptr : llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  if (slot == nullptr) return Fault::rest_without_plan;
  bool is_known = false, is_set = false, is_reset = false;
  for (const llvm::User* user : slot->users()) {
    if (user == load) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) return Fault::rest_without_plan;
    const bool is_nothing = llvm::isa<llvm::ConstantPointerNull>(store->getValueOperand());
    if (store->getValueOperand() == split.plan && store->getParent() == split.core->getParent())
      is_known = true;
    else if (is_nothing && store->getParent() == load->getParent() && load->comesBefore(store))
      is_reset = true;
    else if (is_nothing && store->getParent()->isEntryBlock())
      is_set = true;
    else
      return Fault::rest_without_plan;
  }
  if (!is_known) return Fault::rest_without_plan;
  if (!is_set || !is_reset) return Fault::rest_with_old_plan;
  return std::nullopt;
}

}  // namespace bamboo::overlap
