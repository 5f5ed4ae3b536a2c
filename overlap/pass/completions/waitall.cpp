// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/waitall.h"

#include <llvm/IR/Module.h>

#include "pass/completions/guarded_wait.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral kName = "MPI_Waitall";

}  // namespace

bool has_waitall(const llvm::Module& module) {
  const llvm::Function* function = module.getFunction(kName);
  return function == nullptr || function->isDeclaration();
}

bool is_waitall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  const bool is_it =
      callee != nullptr &&
      ((callee->isDeclaration() && callee->getName() == kName) || is_guard(*callee, kName));
  return is_it && call.arg_size() == 3;
}

llvm::CallInst* create_waitall(llvm::IRBuilderBase& builder, llvm::Value& count,
                               llvm::Value& requests, llvm::Value& statuses) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const auto function = module.getOrInsertFunction(kName, builder.getInt32Ty(), count.getType(),
                                                   requests.getType(), statuses.getType());
  return builder.CreateCall(function, {&count, &requests, &statuses});
}

}  // namespace bamboo::overlap
