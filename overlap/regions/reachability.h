// SPDX-License-Identifier: Apache-2.0
// Whether one instruction may be executed before another one.
#pragma once

#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// Whether a path leads from `first` to `second` without restarting at `border`. Both come after
/// the beginning of that block.
bool may_precede(const llvm::Instruction& first, const llvm::Instruction& second,
                 const llvm::BasicBlock& border);

}  // namespace bamboo::overlap
