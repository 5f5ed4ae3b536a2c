// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/operation_table.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

constexpr Operation operations[] = {
#define OPERATION(name, kind, arguments, nonblocking, controlled) \
  {name, Kind::kind, arguments, nonblocking, controlled},
#include "mpi_calls/functions.inc"
};

}  // namespace

const Operation* operation_named(llvm::StringRef name) {
  const auto* found =
      llvm::find_if(operations, [&](const Operation& o) { return is_spelling_of(name, o.name); });
  return found == std::end(operations) ? nullptr : found;
}

const Operation* operation_started_by(llvm::StringRef name) {
  if (name.empty()) return nullptr;
  const auto* found = llvm::find_if(
      operations, [&](const Operation& o) { return is_spelling_of(name, o.nonblocking); });
  return found == std::end(operations) ? nullptr : found;
}

const Operation* operation_prepared_by(llvm::StringRef name) {
  if (name.consume_back("_init")) return operation_named(name);
  return name.consume_back("_init_") ? operation_named((name + "_").str()) : nullptr;
}

namespace {

/// A function of another library may have the name by chance, or be declared by hand and wrongly.
bool has_types_of(const Operation& operation, const llvm::CallBase& call) {
  if (is_fortran(call))  // all arguments by reference, the error code last
    return call.getType()->isVoidTy() && call.arg_size() == operation.arguments.size() + 1 &&
           llvm::all_of(call.args(), [](const llvm::Use& argument) {
             return argument->getType()->isPointerTy();
           });
  if (call.arg_size() != operation.arguments.size() || !call.getType()->isIntegerTy(32))
    return false;
  for (size_t i = 0; i < operation.arguments.size(); ++i) {
    const llvm::Type* type = call.getArgOperand(i)->getType();
    switch (operation.arguments[i]) {
      case role::count:
      case role::value:
        if (!type->isIntegerTy(32)) return false;
        break;
      case role::type:
      case role::operation:
      case role::communicator:
        if (!type->isIntegerTy(32) && !type->isPointerTy()) return false;
        break;
      default:
        if (!type->isPointerTy()) return false;
    }
  }
  return true;
}

}  // namespace

const Operation* blocking_operation(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return nullptr;
  const Operation* operation = operation_named(callee->getName());
  return operation != nullptr && has_types_of(*operation, call) ? operation : nullptr;
}

bool is_mpi_function(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(guard_prefix);
  return name.starts_with("MPI_") || name.starts_with("PMPI_") || is_fortran_name(name) ||
         name.starts_with("pmpi_") || name.starts_with("MPIX_") || name.starts_with("Bamboo_");
}

}  // namespace bamboo::overlap
