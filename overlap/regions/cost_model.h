// SPDX-License-Identifier: Apache-2.0
// How long statements take, estimated by the target's model of throughput, and whether two calls
// in place of one pay for a window of that length. Loops whose count is not known count as
// unknown_trips; callees without a body as unknown_call_cycles cycles.
#pragma once

#include <llvm/IR/PassManager.h>

#include "regions/sese_regions.h"

namespace bamboo::overlap {

class CostModel {
 public:
  explicit CostModel(llvm::FunctionAnalysisManager& analyses) : analyses_(analyses) {}

  /// Cycles of a statement that is executed once for each execution of `inside`'s body.
  double of(const Statement& statement, const llvm::Loop* inside);

  /// Cycles of one iteration.
  double body(const llvm::Loop& loop);

  /// Whether a window of that length is worth a request: to allocate, test and free one takes a few
  /// hundred cycles in current MPIs.
  static bool pays(double cycles) { return cycles >= request_cycles; }

 private:
  static constexpr double unknown_trips = 100;
  static constexpr double unknown_call_cycles = 100;
  static constexpr double request_cycles = 500;

  double of(const llvm::Instruction& instruction);
  double of(llvm::Function& function);

  /// How often a block is executed for each execution of `outside`'s body.
  double executions(const llvm::BasicBlock& block, const llvm::Loop* outside);

  llvm::FunctionAnalysisManager& analyses_;
  llvm::DenseMap<const llvm::Function*, double> known_;
};

}  // namespace bamboo::overlap
