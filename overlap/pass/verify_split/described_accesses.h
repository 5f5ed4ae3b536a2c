// SPDX-License-Identifier: Apache-2.0
// The memory that instructions touch, and its description for the run-time library. For the
// verifiers of split nests.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include "mpi_calls/accesses.h"
#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// Memory that an instruction touches.
struct Touched {
  llvm::Value* address;
  bool written;
  llvm::Value* bytes;  ///< null: so many:
  uint64_t size;
};

/// Empty for instructions that touch memory in another way, or none.
llvm::SmallVector<Touched, 2> touched_by(const llvm::Instruction& instruction);

/// The constant that the library gets.
uint64_t number(const llvm::CallInst& call, unsigned argument);

/// The pointer that the library gets as a number.
const llvm::Value& told_address(const llvm::CallInst& call, unsigned argument);

/// The access in any iteration.
Access anywhere(const DescribedAccess& own);
Access anywhere(const llvm::LoadInst& load);

}  // namespace bamboo::overlap
