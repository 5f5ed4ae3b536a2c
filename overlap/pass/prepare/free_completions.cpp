// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/free_completions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/nonblocking_calls.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// Requests, and Fortran's count, that are declared in a conditional or in an inlined function get
/// the function's lifetime: otherwise the end of their lifetime would hold the completion there.
/// Runs before the completion moves.
void keep_variables(const llvm::CallInst& completion) {
  const auto call = *completion_of(completion);
  for (const llvm::Value* handed : {call.requests, call.count}) {
    if (handed == nullptr || !handed->getType()->isPointerTy()) continue;
    int64_t offset = 0;
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(
        llvm::GetPointerBaseWithConstantOffset(handed, offset, completion.getDataLayout()));
    if (variable == nullptr || !variable->isStaticAlloca()) continue;
    for (llvm::User* user :
         llvm::make_early_inc_range(const_cast<llvm::AllocaInst*>(variable)->users()))
      if (auto* marker = llvm::cast<llvm::Instruction>(user); marker->isLifetimeStartOrEnd())
        marker->eraseFromParent();
  }
}

}  // namespace

bool free_completions(llvm::Function& function, const ProgramRequests& existing, bool may_leave) {
  llvm::SmallVector<llvm::CallInst*, 8> completions;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (completion_of(*call)) completions.push_back(call);
  llvm::Constant* ignored = existing.ignored_status();
  for (llvm::CallInst* wait : completions) {
    if (ignored != nullptr && !may_read_status(*wait))
      wait->setArgOperand(wait->arg_size() - 1, ignored);
    if (may_leave) keep_variables(*wait);
  }
  return !completions.empty();
}

}  // namespace bamboo::overlap
