// SPDX-License-Identifier: Apache-2.0
// The values that must be available where a core begins.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "effects/library_functions.h"
#include "pass/splitting/core_hoist.h"
#include "regions/speculation.h"

namespace bamboo::overlap {

/// Finds values of passed statements, and of the nest's first blocks, that must be available where
/// the core begins.
bool CoreHoistFinder::find_recomputed() {
  done_.clear();
  for (llvm::Value* input : nest_.inputs)
    if (!recompute(*input)) return false;
  for (const llvm::SCEV* expression : nest_.expressions()) {
    bool good = true;
    llvm::SCEVExprContains(expression, [&](const llvm::SCEV* part) {
      if (const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part))
        good = good && recompute(*unknown->getValue());
      return !good;
    });
    if (!good) return false;
  }
  return misleads_none([&](const llvm::Instruction& user) { return done_.contains(&user); });
}

bool CoreHoistFinder::always_behind(const llvm::Instruction& later,
                                    const llvm::Instruction& earlier) const {
  return PostDominance(post_dominators_, now_.failures)
      .dominates(later.getParent(), earlier.getParent());
}

bool CoreHoistFinder::recompute(llvm::Value& value) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !done_.insert(instruction).second) return true;
  const bool is_member = members_.contains(instruction);
  if (!is_member && !llvm::is_contained(nest_.statement.blocks, instruction->getParent()))
    return dominators_.dominates(instruction, now_.start) ||
           refuse(*instruction, Reason::nest_needs_value);
  const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
  const bool is_certain = is_member && always_behind(*instruction, *now_.start);
  const bool is_new = llvm::isa<llvm::PHINode, llvm::CallBase>(instruction) &&
                      !llvm::isa<llvm::MinMaxIntrinsic>(instruction);
  if (is_new || instruction->mayWriteToMemory() || (is_load && !is_unchanged(*instruction)) ||
      (!is_certain && !llvm::isSafeToSpeculativelyExecute(instruction, now_.start)))
    return refuse(*instruction, Reason::nest_needs_value);
  for (llvm::Value* operand : instruction->operands())
    if (!recompute(*operand)) return false;
  now_.recomputed.push_back(instruction);
  return true;
}

/// The instructions that compute which memory is touched.
bool CoreHoistFinder::find_slice() {
  if (now_.touches.empty()) return true;
  llvm::SmallVector<llvm::Value*, 32> open;
  for (llvm::Instruction* member : now_.members)
    if (member->isTerminator() && !now_.failures.contains(member))
      open.append(member->op_begin(), member->op_end());
  for (const RuntimeCheck& touch : now_.touches) {
    for (llvm::Value* operand : {touch.pointer, touch.count, touch.type, touch.status})
      if (operand != nullptr) open.push_back(operand);
  }
  while (!open.empty()) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (instruction == nullptr || !members_.contains(instruction) ||
        !now_.slice.insert(instruction))
      continue;
    const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
    if (call != nullptr && !is_annotation(*call) && !call->doesNotAccessMemory())
      return refuse(*instruction, Reason::address_from_call);
    if ((is_load && !is_unchanged(*instruction)) || (!is_load && instruction->mayWriteToMemory()))
      return refuse(*instruction, Reason::address_from_message);
    open.append(instruction->op_begin(), instruction->op_end());
  }
  return misleads_none([&](const llvm::Instruction& user) {
    return now_.slice.contains(const_cast<llvm::Instruction*>(&user)) ||
           (user.isTerminator() && members_.contains(&user) && !now_.failures.contains(&user));
  });
}

/// A value loaded before the core may still be received, which the library detects from the
/// addresses. Until then such values are only passed to the library.
bool CoreHoistFinder::misleads_none(
    llvm::function_ref<bool(const llvm::Instruction&)> is_executed) {
  const llvm::SmallVector<const llvm::Instruction*, 8> loads(now_.kept.begin(), now_.kept.end());
  const llvm::Instruction* misled = misled_by(loads, is_executed);
  return misled == nullptr || refuse(*misled, Reason::address_from_message);
}

/// Whether nothing that the core passes writes the loaded memory, or the program checks it at run
/// time.
bool CoreHoistFinder::is_unchanged(llvm::Instruction& load) {
  const Access access{llvm::MemoryLocation::getBeforeOrAfter(
                          llvm::getLoadStorePointerOperand(&load), load.getAAMetadata()),
                      false, AccessRole::NestBounds};
  const auto members = llvm::concat<llvm::Instruction*>(now_.members, now_.in_rests);
  return llvm::none_of(members, [&](const llvm::Instruction* member) {
    const CallPair* pair = pair_of(*member);
    if (pair != nullptr && pair->is_asked) now_.kept.insert(llvm::cast<llvm::LoadInst>(&load));
    if (pair != nullptr)
      return llvm::any_of(pair->flight, [&](const Access& flight) {
        return flight.written && !dependence_.apart(flight, access);
      });
    return dependence_.conflicts(*member, access);
  });
}

}  // namespace bamboo::overlap
