// SPDX-License-Identifier: Apache-2.0
// Restricts the loops of a nest to the iterations that the run-time library returns. The core, a
// later copy of the nest, has the same instructions with early values.
#pragma once

#include "pass/splitting/early_values.h"
#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

class LoopCutter {
 public:
  /// Computes what the bounds need, in front of the nest and for the core.
  LoopCutter(const LoopNest& nest, EarlyValues& early, llvm::ScalarEvolution& evolution,
             const SplitFrame& frame);
  /// Restricts the loops to the iterations of `plan`. Returns their number.
  unsigned cut(llvm::CallInst* plan) const;

 private:
  /// A phi of the loop's header, which changes by a step each iteration.
  struct Variable {
    llvm::PHINode* phi;
    llvm::Value* step;
    bool stays_positive;  ///< as long as the loop runs
  };
  struct Cut {
    llvm::Loop* loop;
    unsigned number;
    llvm::Value* count = nullptr;  ///< null: only assumed, or not known in front of the nest
    llvm::SmallVector<Variable, 4> variables = {};
  };

  llvm::Value* count_of(const NestLoop& loop) const;
  Variable variable(const NestLoop& loop, llvm::PHINode& phi, bool has_count) const;
  static void start_at(const Cut& cut, llvm::Value* first);
  static llvm::Value* limit_of(const Cut& cut, llvm::Value* end);
  static void end_at(const Cut& cut, llvm::Value* first, llvm::Value* limit);

  EarlyValues& early_;
  llvm::ScalarEvolution& evolution_;
  const SplitFrame& frame_;
  llvm::SmallVector<Cut, 4> cuts_;
};

}  // namespace bamboo::overlap
