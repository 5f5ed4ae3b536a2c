// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/waitall.h"

#include <llvm/IR/Module.h>

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral waitall_name = "MPI_Waitall";

}  // namespace

bool has_waitall(const llvm::Module& module) {
  const llvm::Function* function = module.getFunction(waitall_name);
  return function == nullptr || function->isDeclaration();
}

llvm::CallInst* create_waitall(llvm::IRBuilderBase& builder, llvm::Value& count,
                               llvm::Value& requests, llvm::Value& statuses) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const auto function = module.getOrInsertFunction(
      waitall_name, builder.getInt32Ty(), count.getType(), requests.getType(), statuses.getType());
  return builder.CreateCall(function, {&count, &requests, &statuses});
}

}  // namespace bamboo::overlap
