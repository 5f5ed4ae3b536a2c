// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_rest.h"

#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

std::string verify_rest(const SplitNest& split) {
  constexpr const char* kUnknown = "the rest does not know of the core";
  const llvm::Value* taken = split.shell->getArgOperand(0);
  if (taken == split.plan) return "";
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(taken);
  const auto* slot =
      load == nullptr ? nullptr : llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  if (slot == nullptr) return kUnknown;
  bool is_known = false, is_set = false, is_reset = false;
  for (const llvm::User* user : slot->users()) {
    if (user == load) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) return kUnknown;
    const bool is_nothing = llvm::isa<llvm::ConstantPointerNull>(store->getValueOperand());
    if (store->getValueOperand() == split.plan && store->getParent() == split.core->getParent())
      is_known = true;
    else if (is_nothing && store->getParent() == load->getParent() && load->comesBefore(store))
      is_reset = true;
    else if (is_nothing && store->getParent()->isEntryBlock())
      is_set = true;
    else
      return kUnknown;
  }
  if (!is_known) return kUnknown;
  return is_set && is_reset ? "" : "the rest knows of a core that did not run";
}

}  // namespace bamboo::overlap
