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

/// The pointer that `pointer` is some bytes behind, in the same object.
struct Displaced {
  const llvm::Value* object;
  uint64_t bytes;
};
std::optional<Displaced> displaced(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt bytes(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value* object = pointer.stripAndAccumulateInBoundsConstantOffsets(layout, bytes);
  if (bytes.isNegative()) return std::nullopt;
  return Displaced{object, bytes.getZExtValue()};
}

/// The instructions whose operand is `object` or some bytes behind it.
llvm::SmallVector<llvm::Instruction*, 16> users_behind(const llvm::Value& object) {
  llvm::SmallVector<llvm::Instruction*, 16> found;
  llvm::SmallVector<const llvm::Value*, 16> open = {&object};
  while (!open.empty())
    for (const llvm::User* user : open.pop_back_val()->users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        found.push_back(const_cast<llvm::Instruction*>(instruction));
      const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user);
      if (address != nullptr && address->isInBounds()) open.push_back(address);
    }
  return found;
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

bool is_in_accessed_object(const llvm::LoadInst& load, const llvm::Instruction& place,
                           const llvm::DominatorTree& dominators,
                           llvm::function_ref<bool(const llvm::Instruction&)> always_follows) {
  const llvm::DataLayout& layout = load.getDataLayout();
  const auto wanted = displaced(*load.getPointerOperand(), layout);
  const llvm::TypeSize size = layout.getTypeStoreSize(load.getType());
  const auto is_known = [&](const llvm::Value& object) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&object);
    return llvm::isa<llvm::Argument>(object) ||
           (instruction != nullptr && dominators.dominates(instruction, &place));
  };
  if (!wanted || size.isScalable() || !is_known(*wanted->object)) return false;
  bool exists = false, is_inside = false;
  for (llvm::Instruction* user : users_behind(*wanted->object)) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(user);
    const auto other = pointer == nullptr ? std::nullopt : displaced(*pointer, layout);
    if (!other || other->object != wanted->object || user->getFunction() != place.getFunction())
      continue;
    const bool follows = always_follows(*user);
    exists |= follows;
    if (!follows && !dominators.dominates(user, &place)) continue;
    const uint64_t bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(user)).getKnownMinValue();
    is_inside |= other->bytes + bytes >= wanted->bytes + size.getFixedValue() &&
                 llvm::getLoadStoreAlignment(user) >= load.getAlign() &&
                 (other->bytes - wanted->bytes) % load.getAlign().value() == 0;
  }
  return exists && is_inside;
}

}  // namespace bamboo::overlap
