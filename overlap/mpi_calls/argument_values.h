// SPDX-License-Identifier: Apache-2.0
// Numbers that a call of MPI is handed: C hands over their values, Fortran variables that hold
// them.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/ValueHandle.h>

namespace bamboo::overlap {

/// Returns the constant that an argument is, or that its variable always holds: compilers make such
/// variables for constants in Fortran's source. Returns null if there is no constant of 32 bits.
const llvm::ConstantInt* constant_argument(const llvm::Value& argument);

/// Returns the number as a value: a constant, C's argument, or the value that `load_arguments` has
/// read before the call. Returns null if there is none.
llvm::Value* argument_value(const llvm::CallBase& call, unsigned argument);

using ArgumentLoads = llvm::SmallVector<llvm::WeakTrackingVH, 4>;

/// Loads the numbers and the types of elements that Fortran's calls of `function` get, before each
/// call, unless they are constants. MPI reads them there as well.
ArgumentLoads load_arguments(llvm::Function& function);

/// Erases loads without uses.
void drop_unused_loads(llvm::ArrayRef<llvm::WeakTrackingVH> reads);

}  // namespace bamboo::overlap
