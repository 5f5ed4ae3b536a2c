// SPDX-License-Identifier: Apache-2.0
/// \file
/// Brings a function into the form in which Scalar Evolution sees most of its loops.
#pragma once

#include <llvm/IR/Dominators.h>

namespace bamboo::overlap {

/// A phi of equal expressions, which partial redundancy elimination leaves, becomes one expression:
/// Scalar Evolution does not look through it. It erases instructions, so it goes before everything
/// that remembers values. True when something changed.
bool merge_equal_values(llvm::Function& function, const llvm::DominatorTree& dominators);

}  // namespace bamboo::overlap
