// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the compiler was told of pointers holds in one call of an inlined function: where parts of
/// different iterations stand side by side, they say nothing of each other.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>

namespace bamboo::overlap {

/// Each part, of which the first block is entered first, declares the scopes of restrict pointers
/// that any of them declares: so each copy of a part gets scopes of its own.
void declare_scopes_in_each(llvm::ArrayRef<llvm::ArrayRef<llvm::BasicBlock*>> parts);

/// Replaces the scopes that the blocks declare, there, as LLVM's rotation of loops does with the
/// blocks that change their place (LoopRotationUtils.cpp).
void renew_scopes(llvm::ArrayRef<llvm::BasicBlock*> blocks);

/// Flang tells the variables of a procedure apart by types of memory. What remains is that data is
/// no descriptor.
void forget_variables_of_procedures(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace bamboo::overlap
