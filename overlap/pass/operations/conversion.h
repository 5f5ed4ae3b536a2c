// SPDX-License-Identifier: Apache-2.0
// Replaces a blocking call by its two halves, and back where that did not pay.
#pragma once

#include <memory>

#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// A blocking call that is split into halves. MPI_Sendrecv has two pairs, all others one.
struct Conversion {
  llvm::SmallVector<std::unique_ptr<CallPair>, 2> pairs;
  llvm::CallInst* blocking = nullptr;  ///< in no block any more; owned until `finish` or `undo`
  /// The instruction that replaces the return value, or stores Fortran's error code; null if it is
  /// unused.
  llvm::Instruction* result = nullptr;
};

/// Puts the halves in the call's place: first all initiations, then all completions, so that the
/// program does the same as before.
Conversion convert(const Operation& operation, llvm::CallInst& call, const Abi& abi);

/// Restores the blocking call at the place of the first completion, because after the completion of
/// an MPI_Sendrecv's send its buffer may have changed. The call then represents both halves.
void undo(Conversion& conversion);

/// Gives up the blocking call.
void finish(Conversion& conversion);

}  // namespace bamboo::overlap
