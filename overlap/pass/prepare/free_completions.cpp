// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/free_completions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "mpi_calls/operation_table.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// A variable that is declared in a conditional or in an inlined function gets the function's
/// lifetime: otherwise the end of its lifetime would hold a completion there. Runs before the
/// completion moves.
void keep_variable(const llvm::Value& handed, const llvm::DataLayout& layout) {
  int64_t offset = 0;
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(
      llvm::GetPointerBaseWithConstantOffset(&handed, offset, layout));
  if (variable == nullptr || !variable->isStaticAlloca()) return;
  for (llvm::User* user :
       llvm::make_early_inc_range(const_cast<llvm::AllocaInst*>(variable)->users()))
    if (auto* marker = llvm::cast<llvm::Instruction>(user); marker->isLifetimeStartOrEnd())
      marker->eraseFromParent();
}

/// Requests, and Fortran's count.
void keep_variables(const llvm::CallInst& completion) {
  const auto call = *completion_of(completion);
  for (const llvm::Value* handed : {call.requests, call.count})
    if (handed != nullptr && handed->getType()->isPointerTy())
      keep_variable(*handed, completion.getDataLayout());
}

/// Fortran passes counts, ranks, tags and error codes by reference.
void keep_arguments(const llvm::CallInst& call) {
  for (const llvm::Value* handed : call.args())
    if (handed->getType()->isPointerTy()) keep_variable(*handed, call.getDataLayout());
}

bool is_operation_in_fortran(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && is_fortran(call) &&
         (operation_named(callee->getName()) != nullptr || started_operation(call) != nullptr);
}

}  // namespace

bool free_completions(llvm::Function& function, const ProgramRequests& existing, bool may_leave) {
  llvm::SmallVector<llvm::CallInst*, 8> completions, operations;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      if (completion_of(*call)) completions.push_back(call);
      if (may_leave && is_operation_in_fortran(*call)) operations.push_back(call);
    }
  llvm::Constant* ignored = existing.ignored_status();
  for (llvm::CallInst* wait : completions) {
    if (ignored != nullptr && !may_read_status(*wait))
      wait->setArgOperand(wait->arg_size() - 1, ignored);
    if (may_leave) keep_variables(*wait);
  }
  for (const llvm::CallInst* call : operations) keep_arguments(*call);
  return !completions.empty() || !operations.empty();
}

}  // namespace bamboo::overlap
