// SPDX-License-Identifier: Apache-2.0
// The values of a nest as its core has them. The core runs earlier than the nest, so what the nest
// reads is computed again where the core starts.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "effects/points_to.h"
#include "pass/operations/split_nest.h"
#include "pass/splitting/split_frame.h"

namespace bamboo::overlap {

class EarlyValues {
 public:
  EarlyValues(llvm::ScalarEvolution& evolution, const SplitFrame& frame)
      : evolution_(evolution), frame_(frame) {}

  /// Computes the hoist's values at the frame's head. Reports the memory that is loaded early,
  /// which received data must not change.
  void recompute(const CoreHoist& hoist, PointsTo& points_to, SplitNest& split);
  /// Whether all expressions of the nest can be computed at the head, and its bounds also in front
  /// of the nest.
  bool can_compute(const LoopNest& nest) const;

  /// Computes the core's value of an expression at the head.
  llvm::Value* at_head(const llvm::SCEV* expression);
  /// Computes the nest's value of an expression in front of the nest.
  llvm::Value* at_nest(const llvm::SCEV* expression);
  bool can_compute_at_nest(const llvm::SCEV* expression) const;

  void set(const llvm::Value* late, llvm::Value* early) { early_[late] = early; }
  /// Returns null if the core and the nest have equal values.
  llvm::Value* lookup(const llvm::Value* late) const { return early_.lookup(late); }
  /// Replaces operands for which there is such a value.
  void remap(llvm::Instruction& instruction);
  llvm::ValueToValueMapTy& map() { return early_; }

 private:
  void report_kept(llvm::LoadInst& late, llvm::Instruction& early, SplitNest& split) const;
  const llvm::SCEV* in_core(const llvm::SCEV* expression) const;
  llvm::SCEVExpander expander() const;
  bool can(const llvm::SCEV* expression, const llvm::Instruction* before) const {
    return expander().isSafeToExpandAt(expression, before);
  }

  llvm::ScalarEvolution& evolution_;
  const SplitFrame& frame_;
  llvm::ValueToValueMapTy early_;
};

}  // namespace bamboo::overlap
