// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/type_tags.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {
namespace {

/// The variable if the access loads or stores one of its elements; else null.
const llvm::GlobalVariable* accessed_variable(llvm::Instruction& access) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  if (pointer == nullptr || access.isAtomic() || access.isVolatile()) return nullptr;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
  if (variable == nullptr) return nullptr;
  llvm::Type* element = variable->getValueType();
  while (element->isArrayTy()) element = element->getArrayElementType();
  const bool is_element =
      element->isSingleValueType() && llvm::getLoadStoreType(&access) == element;
  return is_element ? variable : nullptr;
}

void for_each_access(
    llvm::Module& module,
    llvm::function_ref<void(llvm::Instruction&, const llvm::GlobalVariable&)> visit) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const llvm::GlobalVariable* variable = accessed_variable(instruction))
        visit(instruction, *variable);
}

}  // namespace

TypeTags::TypeTags(llvm::Module& module) {
  for_each_access(module,
                  [&](const llvm::Instruction& access, const llvm::GlobalVariable& variable) {
                    llvm::MDNode* own = access.getMetadata(llvm::LLVMContext::MD_tbaa);
                    if (own == nullptr) return;
                    const auto [known, is_first] = tags_.try_emplace(&variable, own);
                    if (!is_first && known->second != own) known->second = nullptr;
                  });
}

void TypeTags::restore(llvm::Module& module) const {
  for_each_access(module, [&](llvm::Instruction& access, const llvm::GlobalVariable& variable) {
    llvm::MDNode* tag = tags_.lookup(&variable);
    if (tag != nullptr && access.getMetadata(llvm::LLVMContext::MD_tbaa) == nullptr)
      access.setMetadata(llvm::LLVMContext::MD_tbaa, tag);
  });
}

}  // namespace bamboo::overlap
