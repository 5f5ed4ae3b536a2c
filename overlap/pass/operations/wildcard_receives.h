// SPDX-License-Identifier: Apache-2.0
// Receives that contradict the user's word that the program has no wildcards.
#pragma once

#include <llvm/IR/Function.h>

namespace bamboo::overlap {

/// Emits an error for each receive and each probe of `function` whose source is the constant
/// MPI_ANY_SOURCE.
void refuse_wildcards(const llvm::Function& function);

}  // namespace bamboo::overlap
