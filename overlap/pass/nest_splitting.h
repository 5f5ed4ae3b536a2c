// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chooses the nests of loops of a function that are split.
#pragma once

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

#include "splitting.h"

namespace bamboo::overlap {

class NestSplitting {
 public:
  NestSplitting(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                const Summaries& summaries, PointsTo& points_to, llvm::ArrayRef<Pair*> pairs,
                llvm::OptimizationRemarkEmitter& emitter)
      : function_(function),
        analyses_(analyses),
        summaries_(summaries),
        points_to_(points_to),
        pairs_(pairs),
        emitter_(emitter) {
    prepare();
  }

  /// Splits the next nest; nothing when there is none any more. The caller invalidates the
  /// function's analyses in between.
  std::optional<Split> next();

  /// Tells why other loops behind receives stay whole.
  void explain();

 private:
  struct Candidate {
    LoopNest nest;
    Crossing crossing;
    size_t weight;  ///< the deepest nest of the most instructions takes longest
  };
  void prepare();
  std::optional<Candidate> best();
  size_t weight(const LoopNest& nest) const;
  bool is_done(const Statement& statement) const;

  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  PointsTo& points_to_;
  llvm::ArrayRef<Pair*> pairs_;
  llvm::OptimizationRemarkEmitter& emitter_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> done_;  ///< of nests that were tried
};

}  // namespace bamboo::overlap
