// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace bamboo::overlap {

/// MPI is a C library, and throws no exception. So an invoke of MPI becomes a call. Call it before
/// anything refers to instructions, because it erases handlers that are never reached. Returns true
/// if something changed.
bool lower_mpi_invokes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace bamboo::overlap
