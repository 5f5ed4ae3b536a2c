// SPDX-License-Identifier: Apache-2.0
// Finds instructions that compute the same bits in any context. Parts of a nest without its
// results are optimised differently from the whole nest, for example to vector instructions, and
// so is the copy that computes the results.
#pragma once

#include <llvm/IR/Instruction.h>

namespace bamboo::overlap {

/// Whether the compiler may compute this instruction with different bits in another context. False
/// if IEEE 754 or integer arithmetic determines each bit. Does not examine operands.
bool may_be_rounded(const llvm::Instruction& instruction);

}  // namespace bamboo::overlap
