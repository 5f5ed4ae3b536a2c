// SPDX-License-Identifier: Apache-2.0
// Numbers that a call of MPI is handed: C hands over their values, Fortran variables that hold
// them.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/ValueHandle.h>

namespace bamboo::overlap {

/// The constant that an argument is, or that its variable holds for ever: compilers make such
/// variables for what is a constant in Fortran's source. Null: it is none of 32 bits.
const llvm::ConstantInt* constant_argument(const llvm::Value& argument);

/// The number as a value: a constant, C's argument, or what `load_arguments` has read in front of
/// the call. Null: there is not one.
llvm::Value* argument_value(const llvm::CallBase& call, unsigned argument);

using ArgumentLoads = llvm::SmallVector<llvm::WeakTrackingVH, 4>;

/// Reads how many elements Fortran's calls of `function` are handed, where no constant says so, in
/// front of each: MPI reads it there as well.
ArgumentLoads load_arguments(llvm::Function& function);

/// Erases loads without uses.
void drop_unused_loads(llvm::ArrayRef<llvm::WeakTrackingVH> reads);

}  // namespace bamboo::overlap
