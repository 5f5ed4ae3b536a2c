// SPDX-License-Identifier: Apache-2.0
// What may be computed before it is known that the program computes it.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The first executed instruction that depends on one of `uncertain` and could trap, load from a
/// wrong address, or branch wrongly. Null if there is none.
const llvm::Instruction* misled_by(llvm::ArrayRef<const llvm::Instruction*> uncertain,
                                   llvm::function_ref<bool(const llvm::Instruction&)> is_executed);

/// Whether the load may be executed at `place`, although the program may not execute it later: it
/// is in an object that still exists where one access always follows. An access that precedes
/// `place`, or always follows, reaches as far.
bool is_in_accessed_object(const llvm::LoadInst& load, const llvm::Instruction& place,
                           const llvm::DominatorTree& dominators,
                           llvm::function_ref<bool(const llvm::Instruction&)> always_follows);

}  // namespace bamboo::overlap
