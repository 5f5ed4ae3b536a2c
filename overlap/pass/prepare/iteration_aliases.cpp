// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/iteration_aliases.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace bamboo::overlap {
namespace {

using Declarations = llvm::SmallMapVector<llvm::MDNode*, llvm::NoAliasScopeDeclInst*, 8>;

void add_declarations(llvm::ArrayRef<llvm::BasicBlock*> blocks, Declarations& all) {
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block)
      if (auto* declaration = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&instruction))
        all.insert({declaration->getScopeList(), declaration});
}

/// The next larger type of memory; null: there is none.
const llvm::MDNode* larger_type(const llvm::MDNode& type) {
  return type.getNumOperands() > 1 ? llvm::dyn_cast<llvm::MDNode>(type.getOperand(1)) : nullptr;
}

llvm::StringRef name_of_type(const llvm::MDNode& type) {
  const auto* name =
      type.getNumOperands() > 0 ? llvm::dyn_cast<llvm::MDString>(type.getOperand(0)) : nullptr;
  return name == nullptr ? llvm::StringRef() : name->getString();
}

/// The type of all data of a procedure, where the tag's type is a part of it; else null.
const llvm::MDNode* data_of_procedure(const llvm::MDNode& tag) {
  const llvm::MDNode* data = nullptr;
  const auto* type = llvm::dyn_cast<llvm::MDNode>(tag.getOperand(1));
  for (; type != nullptr; type = larger_type(*type)) {
    if (name_of_type(*type) == "any data access") data = type;
    if (name_of_type(*type).starts_with("Flang function root")) return data;
  }
  return nullptr;
}

}  // namespace

void declare_scopes_in_each(llvm::ArrayRef<llvm::ArrayRef<llvm::BasicBlock*>> parts) {
  Declarations all;
  for (llvm::ArrayRef<llvm::BasicBlock*> part : parts) add_declarations(part, all);
  for (llvm::ArrayRef<llvm::BasicBlock*> part : parts) {
    Declarations own;
    add_declarations(part, own);
    for (const auto& [scopes, declaration] : all)
      if (!own.contains(scopes))
        declaration->clone()->insertBefore(*part.front(), part.front()->getFirstInsertionPt());
  }
}

void renew_scopes(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  llvm::SmallVector<llvm::MDNode*, 4> scopes;
  llvm::identifyNoAliasScopesToClone(blocks, scopes);
  llvm::cloneAndAdaptNoAliasScopes(scopes, blocks, blocks.front()->getContext(), "next");
}

void forget_variables_of_procedures(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& instruction : *block) {
      const llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
      const llvm::MDNode* data = tag == nullptr ? nullptr : data_of_procedure(*tag);
      if (data == nullptr) continue;
      auto* type = const_cast<llvm::MDNode*>(data);
      instruction.setMetadata(
          llvm::LLVMContext::MD_tbaa,
          llvm::MDNode::get(type->getContext(), {type, type, tag->getOperand(2)}));
    }
}

}  // namespace bamboo::overlap
