// SPDX-License-Identifier: Apache-2.0
// The memory that instructions touch, and its description for the run-time library. For the
// verifiers of split nests.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include "mpi_calls/accesses.h"
#include "pass/operations/split_nest.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// Memory that an instruction touches.
struct Touched {
  llvm::Value* address;
  bool written;
  llvm::Value* bytes;  ///< null: `size` is known
  uint64_t size;
};

/// Returns nothing for instructions that touch no memory, or touch it in another way.
llvm::SmallVector<Touched, 2> touched_by(const llvm::Instruction& instruction);

/// The constant that the library gets.
uint64_t number(const llvm::CallInst& call, unsigned argument);

/// Returns the pointer from which `number` was converted.
const llvm::Value& address_behind(const llvm::Value& number);

/// The load in any iteration.
Access anywhere(const llvm::LoadInst& load);

/// The description of a nest in the finished program.
class NestDescription {
 public:
  explicit NestDescription(const SplitNest& split);

  const llvm::CallInst& call() const { return call_; }
  /// Whether the description is of this nest, and contains the access.
  bool contains(const DescribedAccess& own) const {
    return is_own_ && own.number < shape_.accesses.size();
  }
  const NestShape& shape() const { return shape_; }
  const AccessShape& of(const DescribedAccess& own) const { return shape_.accesses[own.number]; }
  bool is_written(const DescribedAccess& own) const {
    return of(own).kind == AccessKind::Written || of(own).kind == AccessKind::Scattered;
  }

  llvm::Value& number(size_t place) const { return *call_.getArgOperand(2 + place); }
  llvm::Value& bytes(const AccessShape& access) const { return number(access.place); }
  llvm::Value& address(const AccessShape& access) const { return number(access.place + 1); }
  llvm::Value& scale(const AccessShape& access) const { return number(access.place + 2); }

  /// The access in any iteration.
  Access anywhere(const DescribedAccess& own) const;

 private:
  const llvm::CallInst& call_;
  bool is_own_;
  NestShape shape_;
};

}  // namespace bamboo::overlap
