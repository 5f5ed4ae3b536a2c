// SPDX-License-Identifier: Apache-2.0
#include "controls/verify_control.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include "controls/closing.h"

namespace bamboo::overlap {
namespace {

using StatementSet = llvm::SmallSetVector<const llvm::Instruction*, 32>;

/// Collects the statements that may be executed between the last mark and `call`. Returns false if
/// there is a path without a mark.
bool collect(const llvm::CallBase& call, const llvm::AllocaInst& slot, StatementSet& region) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> entered;
  llvm::SmallVector<const llvm::Instruction*, 16> open = {&call};  // go back from there
  while (!open.empty()) {
    const llvm::Instruction* next = open.pop_back_val();
    const llvm::BasicBlock& block = *next->getParent();
    next = next->getPrevNode();
    while (next != nullptr && !is_mark(*next, slot)) {
      region.insert(next);
      next = next->getPrevNode();
    }
    if (next != nullptr) continue;
    if (llvm::pred_empty(&block)) return false;
    for (const llvm::BasicBlock* before : llvm::predecessors(&block)) {
      if (!entered.insert(before).second) continue;
      const llvm::Instruction* last = before->getTerminator();
      region.insert(last);
      open.push_back(last);
    }
  }
  return true;
}

}  // namespace

std::optional<Defect> verify_control(const PlannedCall& planned, const llvm::CallBase& call,
                                     const llvm::AllocaInst& slot,
                                     const PatternClobbers& clobbers) {
  StatementSet region;
  if (!collect(call, slot, region)) return Fault::path_without_mark;
  const auto is_between = [&](const llvm::Instruction& one) { return region.contains(&one); };
  const Pattern pattern = pattern_of(planned, call, is_between);
  for (const llvm::Instruction* instruction : region) {
    if (closing_call(*instruction, slot) != nullptr) return Fault::closed_before;
    if (const auto why = clobbers.by(*instruction, pattern))
      return Defect(Fault::pattern_changes, {}, why);
    const auto* other = llvm::dyn_cast<llvm::CallBase>(instruction);
    if (other == nullptr || !other->hasArgument(&slot)) continue;
    if (pattern_of(planned, *other, is_between).key != pattern.key) return Fault::other_pattern;
  }
  return std::nullopt;
}

std::optional<Defect> verify_closed(const llvm::AllocaInst& slot) {
  for (const llvm::Instruction& instruction : llvm::instructions(slot.getFunction())) {
    const llvm::CallBase* call = closing_call(instruction, slot);
    if (call == nullptr) continue;
    StatementSet region;
    if (!collect(*call, slot, region)) return Fault::path_without_mark;
    if (llvm::any_of(region, [&](const auto* one) { return closing_call(*one, slot) != nullptr; }))
      return Fault::closed_before;
  }
  return std::nullopt;
}

}  // namespace bamboo::overlap
