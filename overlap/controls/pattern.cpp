// SPDX-License-Identifier: Apache-2.0
#include "controls/pattern.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include "mpi_calls/argument_values.h"
#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

/// Deeper expressions are not followed: the result of one counts as a single value.
constexpr unsigned search_depth = 8;

bool is_pure(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::GetElementPtrInst>(instruction) ||
         llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::BinaryOperator>(instruction) ||
         llvm::isa<llvm::SelectInst>(instruction) || llvm::isa<llvm::CmpInst>(instruction);
}

class Reader {
 public:
  Reader(Pattern& pattern, const IsBetween& is_between)
      : pattern_(pattern), is_between_(is_between) {}

  /// `is_handle`: the value is a handle, and so is every number from which it is computed.
  void add(const llvm::Value& value, bool is_handle, unsigned depth) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return add_key(&value);
    if (depth > 0 && is_between_(*instruction)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
      if (load != nullptr && load->isSimple()) return add_load(*load, is_handle, depth);
      if (is_pure(*instruction)) return add_pure(*instruction, is_handle, depth);
    }
    if (!llvm::is_contained(pattern_.values, instruction)) pattern_.values.push_back(instruction);
    add_key(instruction);
  }

 private:
  void add_key(const void* part) { pattern_.key.push_back(reinterpret_cast<uintptr_t>(part)); }

  void add_load(const llvm::LoadInst& load, bool is_handle, unsigned depth) {
    const bool is_number = !is_handle && !load.getType()->isPointerTy();
    pattern_.reads.push_back(
        {{llvm::MemoryLocation::get(&load), false, AccessRole::Variable}, false, is_number});
    pattern_.key.push_back(load.getOpcode());
    add_key(load.getType());
    add(*load.getPointerOperand(), false, depth - 1);
  }

  void add_pure(const llvm::Instruction& instruction, bool is_handle, unsigned depth) {
    pattern_.key.push_back(instruction.getOpcode());
    add_key(instruction.getType());
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      add_key(address->getSourceElementType());
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
      pattern_.key.push_back(comparison->getPredicate());
    pattern_.key.push_back(instruction.getNumOperands());
    for (const llvm::Use& operand : instruction.operands()) add(*operand, is_handle, depth - 1);
  }

  Pattern& pattern_;
  const IsBetween& is_between_;
};

/// Returns the root type that all of C's types have in common, above the type of a tag; null if the
/// tag is that of another language.
llvm::MDNode* character_type(const llvm::MDNode& tag) {
  if (tag.getNumOperands() < 3) return nullptr;
  auto* type = llvm::dyn_cast<llvm::MDNode>(tag.getOperand(1));
  while (type != nullptr && type->getNumOperands() >= 2) {
    const auto* name = llvm::dyn_cast<llvm::MDString>(type->getOperand(0));
    if (name != nullptr && name->getString() == "omnipotent char") return type;
    type = llvm::dyn_cast<llvm::MDNode>(type->getOperand(1));
  }
  return nullptr;
}

/// The tag of memory that MPI reads as C's int: a store of another type there violates C's rules.
llvm::MDNode* int_tag(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
    llvm::MDNode* characters = tag == nullptr ? nullptr : character_type(*tag);
    if (characters == nullptr) continue;
    llvm::MDBuilder builder(function.getContext());
    llvm::MDNode* type = builder.createTBAAScalarTypeNode("int", characters);
    return builder.createTBAAStructTagNode(type, type, 0);
  }
  return nullptr;
}

/// The value in a variable that is made for this call, and stored there just before; or null.
/// Fortran's compilers make them of expressions.
const llvm::Value* value_stored_for(const llvm::CallBase& call, const llvm::Value& argument) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&argument);
  if (variable == nullptr) return nullptr;
  const llvm::StoreInst* stored = nullptr;
  for (const llvm::User* user : variable->users()) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (user == &call || (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd())) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || stored != nullptr || store->getPointerOperand() != variable)
      return nullptr;
    stored = store;
  }
  const bool is_just_before = stored != nullptr && stored->getParent() == call.getParent() &&
                              stored->comesBefore(&call) &&
                              stored->getValueOperand()->getType()->isIntegerTy(32);
  return is_just_before ? stored->getValueOperand() : nullptr;
}

/// Adds a number or a handle of Fortran's binding, which is passed by address.
void add_referenced(const llvm::CallBase& call, const llvm::Value& argument, bool is_handle,
                    Reader& reader, Pattern& pattern) {
  constexpr uint64_t integer = 4;
  if (const llvm::ConstantInt* constant = constant_argument(argument))
    return reader.add(*constant, is_handle, search_depth);
  if (const llvm::Value* value = value_stored_for(call, argument))
    return reader.add(*value, is_handle, search_depth);
  reader.add(argument, is_handle, search_depth);
  pattern.reads.push_back({{llvm::MemoryLocation(&argument, llvm::LocationSize::precise(integer)),
                            false, AccessRole::Variable},
                           true,
                           !is_handle});
}

}  // namespace

Pattern pattern_of(const PlannedCall& planned, const llvm::CallBase& call,
                   const IsBetween& is_between) {
  Pattern pattern;
  pattern.key.push_back(reinterpret_cast<uintptr_t>(&planned));
  Reader reader(pattern, is_between);
  for (size_t i = 0; i < planned.arguments.size(); ++i) {
    const char letter = planned.arguments[i];
    if (letter == pattern_role::data) continue;
    const llvm::Value& argument = *call.getArgOperand(i);
    const bool is_counts = letter == pattern_role::counts;
    const bool is_array = is_counts || letter == pattern_role::handles;
    const bool is_handle = letter == pattern_role::value;
    if (is_fortran(call) && !is_array)
      add_referenced(call, argument, is_handle, reader, pattern);
    else
      reader.add(argument, is_handle, search_depth);
    if (!is_array) continue;
    llvm::AAMDNodes tags;
    if (is_counts) tags.TBAA = int_tag(*call.getFunction());
    const AccessRole read = is_counts ? AccessRole::Counts : AccessRole::Datatypes;
    pattern.reads.push_back(
        {{llvm::MemoryLocation::getAfter(&argument, tags), false, read}, true, is_counts});
  }
  return pattern;
}

}  // namespace bamboo::overlap
