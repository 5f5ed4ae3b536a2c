// SPDX-License-Identifier: Apache-2.0
// Chooses the loop nests of a function to split: first those that compute, the deepest first, in
// program order. A nest that would have to pass a split nest stays whole.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "pass/splitting/nest_splitter.h"

namespace bamboo::overlap {

class NestSelection {
 public:
  NestSelection(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                const Summaries& summaries, PointsTo& points_to, llvm::ArrayRef<CallPair*> pairs,
                llvm::OptimizationRemarkEmitter& emitter)
      : function_(function),
        analyses_(analyses),
        summaries_(summaries),
        points_to_(points_to),
        pairs_(pairs),
        emitter_(emitter),
        posted_(function, summaries, points_to, pairs) {
    prepare();
  }

  /// Splits the next nest behind the `earlier` ones. Returns nothing if there are no further nests.
  /// The caller invalidates the function's analyses in between.
  std::optional<SplitNest> next(llvm::ArrayRef<SplitNest> earlier);

  /// Emits remarks that explain why other loops after receives stay whole. Call it after the last
  /// `next`.
  void explain();

 private:
  /// Limits of the compile time: examined blocks and instructions, and split nests, of one
  /// function.
  static constexpr size_t most_effort = 4'000'000;
  static constexpr unsigned most_splits = 32;

  struct Candidate {
    Statement statement;
    bool only_moves;  ///< packs or unpacks
    unsigned depth;
    bool has_results;  ///< which cost a second execution of it
  };
  void prepare();
  llvm::SmallVector<Candidate, 8> candidates();
  std::optional<SplitNest> split(const Statement& statement, llvm::ArrayRef<SplitNest> earlier,
                                 Stop& stop);
  void finish(const CoreHoist& hoist, const SplitNest& split);
  bool is_done(const Statement& statement) const;

  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  PointsTo& points_to_;
  llvm::ArrayRef<CallPair*> pairs_;
  llvm::OptimizationRemarkEmitter& emitter_;
  PostedMessages posted_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> done_;    ///< of nests that were split
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> passed_;  ///< their cores run before it
  llvm::DenseMap<const llvm::Instruction*, Stop> whole_;   ///< by the branch into the nest
  unsigned splits_ = 0;
  size_t effort_ = most_effort;
};

}  // namespace bamboo::overlap
