// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tells loops that pack and unpack from loops that compute.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>

namespace bamboo::overlap {

/// True when everything that these blocks write into memory was loaded, or is the same in all of
/// them; it may be added to what stood there.
bool only_moves_data(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace bamboo::overlap
