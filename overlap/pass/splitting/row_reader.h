// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops over rows that read through indices, as the product of a sparse matrix and a vector does:
/// whether the program can go through the rows, for the addresses that they would read, without
/// executing them.
#pragma once

#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

/// True when the same operands give the same result in each execution and each thread: not of an
/// address of a thread's own variable, nor of a function that is only said to be constant.
bool follows_from_operands(const llvm::Instruction& instruction);

/// Completes a nest that has indirect accesses; false, and why, when it cannot be gone through.
/// Which way a row takes must depend on nothing that is read indirectly, and an address on one
/// index: what else may be read while messages are written is not known to be an address at all.
bool read_rows(LoopNest& nest, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
               Stop& stop);

}  // namespace bamboo::overlap
