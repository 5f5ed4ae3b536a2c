// SPDX-License-Identifier: Apache-2.0
// Facts about pointers are valid within one call of an inlined function: when parts of different
// iterations are next to each other, the facts do not relate these parts.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>

namespace bamboo::overlap {

/// Declares in each part, which is entered at its first block, the scopes of restrict pointers that
/// any part declares: so each copy of a part gets its own scopes.
void declare_scopes_in_each(llvm::ArrayRef<llvm::ArrayRef<llvm::BasicBlock*>> parts);

/// Replaces the scopes that the blocks declare, there, as LLVM's rotation of loops does with the
/// blocks that change their place (LoopRotationUtils.cpp).
void renew_scopes(llvm::ArrayRef<llvm::BasicBlock*> blocks);

/// Flang distinguishes the variables of a procedure by memory type. Afterwards only data and
/// descriptors are distinguished.
void forget_variables_of_procedures(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace bamboo::overlap
