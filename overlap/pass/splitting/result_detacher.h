// SPDX-License-Identifier: Apache-2.0
// Removes the instructions that only the results of a nest need from its two parts. After the
// parts there are two copies of the nest: one that computes only the results, for the case that a
// core ran, and the whole nest for the other case.
#pragma once

#include <llvm/Transforms/Utils/ValueMapper.h>

#include "effects/points_to.h"
#include "pass/operations/split_nest.h"
#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

/// Puts the phis behind a nest with results into a separate block, which becomes part of the nest.
void enclose_results(LoopNest& nest, llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

class ResultDetacher {
 public:
  /// `entry` contains the branch into the nest. The nest must not have been changed before.
  ResultDetacher(const LoopNest& nest, llvm::BasicBlock& entry, PointsTo& points_to,
                 SplitNest& split);

  /// Makes the copies and removes the instructions of the results from the nest. Returns the loads
  /// that are repeated, in the order of the nest's description.
  llvm::SmallVector<llvm::Instruction*, 4> detach();

  /// Runs one of the copies after the rest, at the end of `after`.
  void join(llvm::BasicBlock& after);

 private:
  using Copies = llvm::ValueToValueMapTy;

  void copy(llvm::StringRef suffix, Copies& copies, llvm::SmallVectorImpl<llvm::BasicBlock*>& made);
  void load_kept();
  llvm::Instruction& again(const NestAccess& access) const;
  void strip_copy();
  void strip_nest();
  void join_values();

  const LoopNest& nest_;
  PointsTo& points_to_;
  SplitNest& split_;
  llvm::SmallVector<llvm::BasicBlock*, 16> blocks_;
  Copies again_, whole_;
  llvm::DenseMap<const llvm::Instruction*, llvm::LoadInst*> loads_;  ///< in place of stores
  llvm::BasicBlock *behind_again_ = nullptr, *behind_whole_ = nullptr, *joined_ = nullptr;
};

}  // namespace bamboo::overlap
