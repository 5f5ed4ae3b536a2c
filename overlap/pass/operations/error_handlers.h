// SPDX-License-Identifier: Apache-2.0
// Error handlers of the program's own, which any call of MPI may call.
#pragma once

#include <llvm/IR/Module.h>

namespace bamboo::overlap {

/// Whether the module makes an error handler from a function that may return: each call of MPI then
/// has the effects of that function. Handlers that end the program, including MPI's own, do not
/// matter.
bool makes_returning_handler(const llvm::Module& module);

}  // namespace bamboo::overlap
