// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace bamboo::overlap {

/// MPI is a C library: an exception does not come out of it, and an invoke of it is a call. Before
/// anything remembers instructions, because handlers that are never reached are erased. True when
/// something changed.
bool lower_mpi_invokes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace bamboo::overlap
