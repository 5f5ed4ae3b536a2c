// SPDX-License-Identifier: Apache-2.0
// MPI_Waitall in C: a completion that can wait for zero requests.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace bamboo::overlap {

/// Returns false if the program defines a function with that name.
bool has_waitall(const llvm::Module& module);

/// Inserts the call at the builder's position.
llvm::CallInst* create_waitall(llvm::IRBuilderBase& builder, llvm::Value& count,
                               llvm::Value& requests, llvm::Value& statuses);

}  // namespace bamboo::overlap
