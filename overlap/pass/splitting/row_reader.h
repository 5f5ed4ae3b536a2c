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
/// read ahead. While messages arrive an index may have any value. So it is checked first, where it
/// decides which way a row takes, or where another index is read: see `NestAccess::is_checked`.
bool read_rows(LoopNest& nest, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
               Stop& stop);

}  // namespace bamboo::overlap
