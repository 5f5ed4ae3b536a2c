// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a computation has to stand behind an exchange because of memory.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Analysis/LoopInfo.h>

namespace bamboo::overlap {

/// False where the nest, in whichever iteration, touches nothing that the exchange receives,
/// unpacks or writes otherwise. True where that is not known.
bool may_change(llvm::ArrayRef<llvm::Instruction*> exchange, const llvm::Loop& nest);

}  // namespace bamboo::overlap
