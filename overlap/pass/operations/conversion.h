// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replaces a blocking call by its two halves, and back where that did not pay.
#pragma once

#include <memory>

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// A blocking call that stands in halves. MPI_Sendrecv gives two pairs, all others one.
struct Conversion {
  llvm::SmallVector<std::unique_ptr<NonblockingOperation>, 2> pairs;
  llvm::CallInst* blocking = nullptr;  ///< in no block any more; owned until `finish` or `undo`
  /// Stands for its return value, or stores Fortran's error code; null when that is not read.
  llvm::Instruction* result = nullptr;
};

/// Puts the halves in the call's place: first all initiations, then all completions, so that the
/// program does the same as before.
Conversion convert(const Operation& operation, llvm::CallInst& call, const Abi& abi);

/// Puts the blocking call back, where the first completion stands: behind that of MPI_Sendrecv's
/// send its buffer may have changed. It is both halves then.
void undo(Conversion& conversion);

/// Gives up the blocking call.
void finish(Conversion& conversion);

}  // namespace bamboo::overlap
