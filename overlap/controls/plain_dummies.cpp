// SPDX-License-Identifier: Apache-2.0
#include "controls/plain_dummies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {
namespace {

const llvm::MDNode* operand_node(const llvm::MDNode& parent, unsigned operand) {
  return parent.getNumOperands() <= operand
             ? nullptr
             : llvm::dyn_cast<llvm::MDNode>(parent.getOperand(operand));
}

llvm::StringRef tag_type_name(const llvm::MDNode& type) {
  const auto* name =
      type.getNumOperands() == 0 ? nullptr : llvm::dyn_cast<llvm::MDString>(type.getOperand(0));
  return name == nullptr ? llvm::StringRef() : name->getString();
}

/// "Flang function root _QPsteps" is that of steps_; a procedure of a module has the same name.
bool is_root_of(llvm::StringRef root, llvm::StringRef function) {
  if (!root.consume_front("Flang function root ")) return false;
  return root == function ||
         (root.consume_front("_QP") && function.consume_back("_") && root == function);
}

/// Tags of inlined procedures describe those procedures' arguments.
bool is_of_plain_dummy(const llvm::MDNode& tag, llvm::StringRef function) {
  const llvm::MDNode* type = operand_node(tag, 1);
  if (type == nullptr || !tag_type_name(*type).starts_with("dummy arg data/")) return false;
  while (const llvm::MDNode* parent = operand_node(*type, 1)) type = parent;
  return is_root_of(tag_type_name(*type), function);
}

const llvm::Argument* argument_of(const llvm::Value& address) {
  return llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&address));
}

}  // namespace

PlainDummies::PlainDummies(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    if (tag == nullptr || address == nullptr) continue;
    const llvm::Argument* argument = argument_of(*address);
    if (argument != nullptr && is_of_plain_dummy(*tag, function.getName())) plain_.insert(argument);
  }
}

bool PlainDummies::are_apart(const llvm::Value& one, const llvm::Value& other) const {
  const llvm::Argument *first = argument_of(one), *second = argument_of(other);
  return first != nullptr && second != nullptr && first != second &&
         first->getParent() == second->getParent() &&
         (plain_.contains(first) || plain_.contains(second));
}

}  // namespace bamboo::overlap
