// SPDX-License-Identifier: Apache-2.0
// Decides whether the program may read the results of a call of MPI: its error code and its status.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace bamboo::overlap {

/// True when a Fortran program may read the error code of this call.
bool may_read_error(const llvm::CallBase& call);

/// True when the program may read the status that this call, in C, fills; its last argument.
bool may_read_status(const llvm::CallBase& call);

}  // namespace bamboo::overlap
