// SPDX-License-Identifier: Apache-2.0
// Polls keep messages moving in windows: the program counts pending operations, and its loops look
// at the network (overlap/runtime/windows/window_site.h).
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/PassManager.h>

#include "pass/operations/call_pair.h"
#include "regions/cost_model.h"

namespace bamboo::overlap {

/// Counts `pair` as pending between its halves.
void count_pending(const CallPair& pair);

/// Inserts polls of the network into the loops between the halves: into the innermost loops whose
/// body takes so long that one more call does not matter. Loops of functions that are called in the
/// window too.
class Polls {
 public:
  Polls(llvm::FunctionAnalysisManager& analyses, CostModel& cost)
      : analyses_(analyses), cost_(cost) {}

  /// Remembers the loops of this window; nothing changes yet.
  void collect(const CallPair& pair, const SeseRegions& statements);

  /// Puts the polls in place. Changes the control flow of the functions concerned.
  void insert(llvm::Module& module);

 private:
  void collect_function(llvm::Function& function);
  void collect_loop(const llvm::Loop& loop);

  llvm::FunctionAnalysisManager& analyses_;
  CostModel& cost_;
  llvm::SmallPtrSet<llvm::Function*, 8> functions_;
  llvm::SmallSetVector<llvm::BasicBlock*, 8> latches_;
};

}  // namespace bamboo::overlap
