// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/invoke_lowering.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
bool lower_mpi_invokes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<llvm::InvokeInst*, 8> invokes;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction))
      if (operation_of(*invoke) != nullptr || completion_of(*invoke)) invokes.push_back(invoke);
  if (invokes.empty()) return false;
  for (llvm::InvokeInst* invoke : invokes) llvm::changeToCall(invoke);
  llvm::removeUnreachableBlocks(function);  // their handlers
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  return true;
}

}  // namespace bamboo::overlap
