// SPDX-License-Identifier: Apache-2.0
// Distinguishes loops that pack and unpack from loops that compute.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>

namespace bamboo::overlap {

/// Whether everything that these blocks store was loaded, or is invariant in them. It may be added
/// to the old value.
bool only_moves_data(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace bamboo::overlap
