// SPDX-License-Identifier: Apache-2.0
// Whether the program may look at what a call of MPI says about itself: its error code, its
// status.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace bamboo::overlap {

/// True when a Fortran program may look at the error code of this call.
bool may_read_error(const llvm::CallBase& call);

/// True when the program may look at the status that this call, in C, fills; its last argument.
bool may_read_status(const llvm::CallBase& call);

}  // namespace bamboo::overlap
