// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which instructions compute the same bits whatever stands beside them. Parts of a nest that leave
/// its results out are optimised in another way than the whole nest, for example to instructions on
/// vectors, and so is the copy that computes the results.
#pragma once

#include <llvm/IR/Instruction.h>

namespace bamboo::overlap {

/// True when the compiler may give the value of this instruction other bits where other
/// instructions stand beside it, false when IEEE 754 or integer arithmetic tells each bit. Its
/// operands are not looked at.
bool may_be_rounded(const llvm::Instruction& instruction);

}  // namespace bamboo::overlap
