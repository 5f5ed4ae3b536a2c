// SPDX-License-Identifier: Apache-2.0
// Initiations that rise out of conditionals, each with its condition:
//
//     compute();                                  if (left >= 0) MPI_Irecv(ghosts, …, &q);
//     if (left >= 0) MPI_Recv(ghosts, …);    =>   compute();
//     use(ghosts);                                MPI_Wait(&q); use(ghosts);
//
// Their completions have left the conditionals already, and wait for no request on the other paths.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "effects/points_to.h"
#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// How far an initiation may rise.
struct HoistPath {
  llvm::Instruction* target = nullptr;  ///< the new place is before this instruction
  /// The instructions that rise, from the initiation up; branches are repeated.
  llvm::SmallVector<llvm::Instruction*, 8> members;
  Proof proof;
  Stop stop;

  /// The branch into the outermost of the conditionals; null: none is left.
  llvm::BranchInst* outermost() const;
};

/// Moves the pair's initiation up. Returns false, without a change, if a value that others of `all`
/// need in the conditional would be available only above it. Keeps the analyses valid.
bool hoist_guarded(CallPair& pair, const HoistPath& way, llvm::ArrayRef<CallPair*> all,
                   llvm::DominatorTree& dominators, llvm::PostDominatorTree& post_dominators,
                   llvm::LoopInfo& loops, PointsTo& points_to);

}  // namespace bamboo::overlap
