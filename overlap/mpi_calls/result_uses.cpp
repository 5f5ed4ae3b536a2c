// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/result_uses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// True when only functions of MPI that fill a status use `status`.
bool is_only_filled(const llvm::Value& status) {
  return llvm::all_of(status.uses(), [](const llvm::Use& use) {
    if (llvm::isa<llvm::GEPOperator>(use.getUser())) return is_only_filled(*use.getUser());
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call == nullptr || !call->isArgOperand(&use)) return false;
    if (call->isLifetimeStartOrEnd()) return true;
    const Operation* operation = blocking_operation(*call);
    const llvm::Function* callee = call->getCalledFunction();
    const bool has_status =
        (operation != nullptr && operation->arguments.back() == role::status) ||
        is_waitall(*call) ||
        (callee != nullptr && callee->isDeclaration() && callee->getName() == "MPI_Wait");
    return has_status && call->getArgOperandNo(&use) + 1 == call->arg_size();
  });
}

}  // namespace

bool may_read_error(const llvm::CallBase& call) {
  const llvm::Value* code = call.getArgOperand(call.arg_size() - 1);
  if (llvm::isa<llvm::ConstantPointerNull>(code)) return false;  // mpi_f08: none is given
  if (!llvm::isa<llvm::AllocaInst>(code)) return true;
  return !llvm::all_of(code->users(), [](const llvm::User* user) {
    const auto* other = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = other == nullptr ? nullptr : other->getCalledFunction();
    return callee != nullptr && (is_mpi_function(*callee) || other->isLifetimeStartOrEnd());
  });
}

bool may_read_status(const llvm::CallBase& call) {
  const llvm::Value* status = call.getArgOperand(call.arg_size() - 1);
  const llvm::Value* variable = llvm::getUnderlyingObject(status);
  return is_fortran(call) || !llvm::isa<llvm::AllocaInst>(variable) || !is_only_filled(*variable);
}

}  // namespace bamboo::overlap
