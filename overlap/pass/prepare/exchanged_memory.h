// SPDX-License-Identifier: Apache-2.0
// Decides whether a computation must come after an exchange because of memory.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Analysis/LoopInfo.h>

namespace bamboo::overlap {

/// Returns false if the nest, in no iteration, touches memory that the exchange receives, unpacks,
/// or writes in another way. Returns true if that is unknown.
bool may_change(llvm::ArrayRef<llvm::Instruction*> exchange, const llvm::Loop& nest);

}  // namespace bamboo::overlap
