// SPDX-License-Identifier: Apache-2.0
/// \file
/// What must not be computed from a value that may be a wrong one for now.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The first instruction that is executed and depends on one of `uncertain`, and that could trap,
/// load from a wrong address, or take a wrong way. Null: there is none.
const llvm::Instruction* misled_by(llvm::ArrayRef<const llvm::Instruction*> uncertain,
                                   llvm::function_ref<bool(const llvm::Instruction&)> is_executed);

}  // namespace bamboo::overlap
