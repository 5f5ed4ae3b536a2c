// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/error_codes.h"

#include <llvm/IR/InstIterator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
bool free_error_codes(llvm::Function& function, bool existing, PointsTo& points_to) {
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr || !is_fortran(*call)) continue;
    const bool moves = blocking_operation(*call) != nullptr || (existing && is_half(*call));
    if (moves && !may_read_error(*call)) calls.push_back(call);
  }
  llvm::BasicBlock& entry = function.getEntryBlock();
  for (llvm::CallInst* call : calls) {
    auto* error = new llvm::AllocaInst(llvm::Type::getInt32Ty(function.getContext()), 0,
                                       "bamboo.error", entry.getFirstInsertionPt());
    points_to.add_variable(*error);
    call->setArgOperand(call->arg_size() - 1, error);
  }
  return !calls.empty();
}

}  // namespace bamboo::overlap
