// SPDX-License-Identifier: Apache-2.0
// Compares the control flow of a part of a function with a copy of it. The verifier of split nests
// needs it, because the program inspects its accesses by running through a copy.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/BasicBlock.h>

#include "regions/failure_ways.h"

namespace bamboo::overlap {

class CfgIsomorphism {
 public:
  /// Follows both from their first blocks on, up to `end`, in whose place the copy has
  /// `copied_end`. The copy omits the paths of `failures`.
  CfgIsomorphism(const llvm::BasicBlock& begin, const llvm::BasicBlock& copied_begin,
                 const llvm::BasicBlock& end, const llvm::BasicBlock& copied_end,
                 const FailureWays& failures = {});

  /// Returns null if both have the same blocks in the same order; the branches are compared
  /// separately.
  const llvm::BasicBlock* first_difference() const { return difference_; }

  /// Returns the copy of a block, or null if there is none.
  const llvm::BasicBlock* copy_of(const llvm::BasicBlock& block) const {
    return copies_.lookup(&block);
  }

  /// All blocks of the part, with their copies.
  const llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*>& all() const {
    return copies_;
  }

 private:
  bool pair(const llvm::BasicBlock& block, const llvm::BasicBlock& copy);

  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> copies_;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open_;
  const llvm::BasicBlock* difference_ = nullptr;
};

}  // namespace bamboo::overlap
