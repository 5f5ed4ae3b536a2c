// SPDX-License-Identifier: Apache-2.0
#include "regions/speculation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>

namespace bamboo::overlap {
namespace {

/// Metadata may state that an address can be loaded from, but it does so for the correct address.
bool is_misled(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) return false;
  return llvm::isa<llvm::LoadInst>(instruction) || instruction.isTerminator() ||
         !llvm::isSafeToSpeculativelyExecute(&instruction);
}

}  // namespace

const llvm::Instruction* misled_by(llvm::ArrayRef<const llvm::Instruction*> uncertain,
                                   llvm::function_ref<bool(const llvm::Instruction&)> is_executed) {
  llvm::SmallVector<const llvm::Instruction*, 16> open(uncertain);
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen;
  while (!open.empty())
    for (const llvm::User* user : open.pop_back_val()->users()) {
      const auto* next = llvm::cast<llvm::Instruction>(user);
      if (!is_executed(*next) || !seen.insert(next).second) continue;
      if (is_misled(*next)) return next;
      open.push_back(next);
    }
  return nullptr;
}

}  // namespace bamboo::overlap
