// SPDX-License-Identifier: Apache-2.0
// Decides whether the program can find the addresses that rows would read without executing the
// rows. Rows are the iterations of loops that read through indices, as the product of a sparse
// matrix and a vector does.
#pragma once

#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

/// Whether the same operands give the same result in each execution and each thread. False for the
/// address of a thread-local variable and for a function that is only declared constant.
bool follows_from_operands(const llvm::Instruction& instruction);

/// Completes a nest with indirect accesses; returns false with the reason if its rows cannot be
/// read ahead. The control flow of a row must be independent of indirect reads, and an address may
/// depend on one index: other memory that is read while messages arrive may not contain valid
/// addresses.
bool read_rows(LoopNest& nest, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
               Stop& stop);

}  // namespace bamboo::overlap
