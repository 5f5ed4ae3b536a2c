// SPDX-License-Identifier: Apache-2.0
// The paths of a function that are taken only if a call returns another number than 0, such as `if
// (MPI_Wait(…) != MPI_SUCCESS) exit(1);`.
#pragma once

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/InstrTypes.h>

#include <map>

namespace bamboo::overlap {

/// For each branch, the index of the successor on the failure path.
using FailureWays = std::map<const llvm::Instruction*, unsigned>;

void add_failure_ways(const llvm::CallBase& call, FailureWays& ways);

/// The successors of the block, without failure paths.
llvm::SmallVector<llvm::BasicBlock*, 4> successors_without(const FailureWays& ways,
                                                           const llvm::BasicBlock& block);

/// Post-dominance of blocks, as if there were no failure paths.
class PostDominance {
 public:
  PostDominance(const llvm::PostDominatorTree& tree, FailureWays without)
      : tree_(tree), without_(std::move(without)) {}

  bool dominates(const llvm::BasicBlock* later, const llvm::BasicBlock* earlier) const;

 private:
  const llvm::PostDominatorTree& tree_;
  FailureWays without_;
};

}  // namespace bamboo::overlap
