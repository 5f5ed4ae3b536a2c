// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/accesses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "mpi_calls/argument_values.h"
#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// The module's tag for accesses of C's type `name`, found at any load or store that has it: the
/// tags of another language or of other options would mean something else.
llvm::MDNode* tag_of(const llvm::Function& function, llvm::StringRef name) {
  if (name.empty()) return nullptr;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      llvm::MDNode* tag = instruction.getMetadata(llvm::LLVMContext::MD_tbaa);
      if (tag == nullptr || tag->getNumOperands() < 3) continue;
      const auto* type = llvm::dyn_cast<llvm::MDNode>(tag->getOperand(1));
      if (type == nullptr || type->getNumOperands() == 0) continue;
      const auto* text = llvm::dyn_cast<llvm::MDString>(type->getOperand(0));
      if (text == nullptr || text->getString() != name) continue;
      return llvm::MDBuilder(function.getContext())
          .createTBAAStructTagNode(const_cast<llvm::MDNode*>(type), const_cast<llvm::MDNode*>(type),
                                   0);
    }
  return nullptr;
}

const auto fortran_integer_size = llvm::LocationSize::precise(4);
const auto control_size = llvm::LocationSize::precise(8);

bool is_buffer(char letter) {
  return letter == role::reads || letter == role::writes || letter == role::updates ||
         letter == role::reads_blocks || letter == role::writes_blocks;
}

AccessRole role_of(char letter) {
  switch (letter) {
    case role::reads:
    case role::reads_blocks:
      return AccessRole::SendBuffer;
    case role::writes:
    case role::writes_blocks:
      return AccessRole::ReceiveBuffer;
    default:
      return AccessRole::Buffer;
  }
}

/// Finds the count and the type of the buffer at `index`: the next ones after it.
size_t next(const Operation& operation, size_t index, llvm::StringRef letters) {
  return operation.arguments.find_first_of(letters, index);
}

llvm::LocationSize size_of(const Operation& operation, const llvm::CallBase& call, size_t index,
                           const Abi& abi) {
  const size_t count = next(operation, index, "nA");
  const size_t type = next(operation, index, "tH");
  const auto bytes = abi.element_size(*call.getArgOperand(type));
  // A derived type may reach before its address, and so may a displacement.
  if (operation.arguments[count] != role::count || !bytes)
    return llvm::LocationSize::beforeOrAfterPointer();
  const llvm::ConstantInt* number = constant_argument(*call.getArgOperand(count));
  const bool one_block = llvm::StringRef("rwx").contains(operation.arguments[index]);
  if (number == nullptr || number->isNegative() || !one_block)
    return llvm::LocationSize::afterPointer();
  return llvm::LocationSize::upperBound(number->getZExtValue() * *bytes);
}

}  // namespace

Accesses accesses_of(const Operation& operation, const llvm::CallBase& call, const Abi& abi,
                     bool with_status) {
  Accesses found;
  // A call with MPI_IN_PLACE also reads its receive buffer. An access that writes covers the read.
  for (size_t i = 0; i < operation.arguments.size(); ++i) {
    const char letter = operation.arguments[i];
    const llvm::Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || Abi::is_no_address(*argument)) continue;
    if (is_buffer(letter)) {
      llvm::Value& type = *call.getArgOperand(next(operation, i, "tH"));
      llvm::AAMDNodes tags;
      tags.TBAA = tag_of(*call.getFunction(), abi.c_type(type));
      const bool written = letter != role::reads && letter != role::reads_blocks;
      found.push_back({llvm::MemoryLocation(argument, size_of(operation, call, i, abi), tags),
                       written, role_of(letter)});
      const size_t count = next(operation, i, "nA");
      const auto bytes = abi.element_size(type);
      llvm::Value* handle = bytes ? nullptr : argument_value(call, next(operation, i, "tH"));
      const bool is_array = llvm::StringRef("rwx").contains(letter) &&
                            operation.arguments[count] == role::count && (bytes || handle);
      if (!is_array) continue;
      found.back().count = argument_value(call, count);
      if (found.back().count == nullptr) continue;
      if (bytes)
        found.back().element = *bytes;
      else
        found.back().type = handle;
    } else if (letter == role::array || letter == role::types) {
      found.push_back(
          {llvm::MemoryLocation::getBeforeOrAfter(argument), false, AccessRole::Arrays});
    } else if (letter == role::status && with_status && !abi.is_ignored_status(*argument)) {
      found.push_back({llvm::MemoryLocation::getAfter(argument), true, AccessRole::Status});
    } else if (letter == role::control) {
      found.push_back({llvm::MemoryLocation(argument, control_size), true, AccessRole::Variable});
    } else if (abi.is_fortran() && letter != role::status) {
      found.push_back({llvm::MemoryLocation(argument, fortran_integer_size), false,
                       AccessRole::Argument, false, true});
    }
  }
  if (abi.is_fortran())
    found.push_back(
        {llvm::MemoryLocation(call.getArgOperand(call.arg_size() - 1), fortran_integer_size), true,
         AccessRole::ErrorCode, false, true});
  return found;
}

bool may_touch_anything(const Operation& operation, const llvm::CallBase& call, const Abi& abi) {
  for (size_t i = 0; i < operation.arguments.size(); ++i)
    if (is_buffer(operation.arguments[i]) && Abi::is_bottom(*call.getArgOperand(i)) &&
        !abi.element_size(*call.getArgOperand(next(operation, i, "tH"))))
      return true;
  return false;
}

bool touches_anything(const llvm::CallBase& initiation) {
  const Operation* operation = started_operation(initiation);
  return operation != nullptr &&
         may_touch_anything(*operation, initiation, Abi(*operation, initiation));
}

bool orders_ranks(const Operation& operation, const llvm::CallBase& call) {
  if (operation.kind != Kind::PointToPoint && operation.kind != Kind::Exchange)
    return operation.kind == Kind::Barrier;
  const auto last = static_cast<unsigned>(operation.arguments.rfind(role::count));
  const llvm::ConstantInt* count = constant_argument(*call.getArgOperand(last));
  return count != nullptr && count->isZero();
}

}  // namespace bamboo::overlap
