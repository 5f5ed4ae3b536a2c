// SPDX-License-Identifier: Apache-2.0
/// \file
/// MPI_Waitall in C, the completion that can be told to wait for nothing.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace bamboo::overlap {

/// False where the program has a function of its own with that name.
bool has_waitall(const llvm::Module& module);

/// Where the builder stands.
llvm::CallInst* create_waitall(llvm::IRBuilderBase& builder, llvm::Value& count,
                               llvm::Value& requests, llvm::Value& statuses);

}  // namespace bamboo::overlap
