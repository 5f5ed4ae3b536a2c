// SPDX-License-Identifier: Apache-2.0
// Finds computations that must not use a value that may be temporarily wrong.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The first executed instruction that depends on one of `uncertain` and could trap, load from a
/// wrong address, or branch wrongly. Null if there is none.
const llvm::Instruction* misled_by(llvm::ArrayRef<const llvm::Instruction*> uncertain,
                                   llvm::function_ref<bool(const llvm::Instruction&)> is_executed);

}  // namespace bamboo::overlap
