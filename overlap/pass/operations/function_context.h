// SPDX-License-Identifier: Apache-2.0
// The context that the steps of the pass share: the function that they change, and its analyses.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>

#include "effects/dependence.h"
#include "pass/options/settings.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {

struct FunctionContext {
  llvm::Function& function;
  llvm::FunctionAnalysisManager& analyses;
  const Summaries& summaries;
  PointsTo& points_to;
  CostModel& cost;
  const Settings& settings;
  llvm::OptimizationRemarkEmitter emitter{
      &function};  ///< not cached: splitting invalidates analyses

  /// Without optimisation statements must keep their places for the debugger; setjmp may return
  /// into the middle of a window.
  bool may_move() const {
    return !function.hasOptNone() && !function.callsFunctionThatReturnsTwice();
  }

  llvm::DominatorTree& dominators() const {
    return analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  }
  llvm::PostDominatorTree& post_dominators() const {
    return analyses.getResult<llvm::PostDominatorTreeAnalysis>(function);
  }
  llvm::LoopInfo& loops() const { return analyses.getResult<llvm::LoopAnalysis>(function); }
  llvm::ScalarEvolution& evolution() const {
    return analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  }
  SeseRegions statements() const { return {dominators(), post_dominators(), loops()}; }
  Dependence dependence() const {
    return {analyses.getResult<llvm::AAManager>(function), summaries, points_to};
  }
};

}  // namespace bamboo::overlap
