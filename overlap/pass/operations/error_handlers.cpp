// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/error_handlers.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

bool makes_handler(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (name.starts_with("P") || name.starts_with("p")) name = name.drop_front();
  return is_spelling_of(name, "MPI_Comm_create_errhandler") ||
         is_spelling_of(name, "MPI_Errhandler_create");
}

bool ends_program(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  const llvm::Function* callee = call->getCalledFunction();
  return call->doesNotReturn() ||
         (callee != nullptr && is_spelling_of(callee->getName(), "MPI_Abort"));
}

/// Follows the paths from the entry to the calls that end the program.
bool may_return(const llvm::Function& function) {
  if (function.isDeclaration()) return true;
  llvm::df_iterator_default_set<const llvm::BasicBlock*> ends;  // these count as visited
  for (const llvm::BasicBlock& block : function)
    if (llvm::any_of(block, ends_program)) ends.insert(&block);
  if (ends.contains(&function.getEntryBlock())) return false;
  return llvm::any_of(
      llvm::depth_first_ext(&function.getEntryBlock(), ends),
      [](const auto* block) { return llvm::isa<llvm::ReturnInst>(block->getTerminator()); });
}

}  // namespace

bool makes_returning_handler(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return makes_handler(function) && llvm::any_of(function.users(), [&](const llvm::User* user) {
             const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
             if (call == nullptr || call->getCalledFunction() != &function || call->arg_size() == 0)
               return true;  // a handler may be made with it
             const auto* handler =
                 llvm::dyn_cast<llvm::Function>(call->getArgOperand(0)->stripPointerCasts());
             return handler == nullptr || may_return(*handler);
           });
  });
}

}  // namespace bamboo::overlap
