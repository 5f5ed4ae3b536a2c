// SPDX-License-Identifier: Apache-2.0
/// \file
/// Error handlers of the program's own, which any call of MPI may call.
#pragma once

#include <llvm/IR/Module.h>

namespace bamboo::overlap {

/// True when the module makes an error handler of a function that may return: what that function
/// touches is touched by the calls of MPI. One that ends the program is no matter, as little as
/// MPI's own are.
bool makes_returning_handler(const llvm::Module& module);

}  // namespace bamboo::overlap
