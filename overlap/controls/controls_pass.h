// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pass: collectives whose pattern stays the same keep their control part (CC-MPI, PPoPP'03,
/// section 4 and Fig. 1). Such a call gets a place of its own where the run-time library remembers
/// what was planned, and in front of the outermost loop in which the pattern stays the same, the
/// program marks that place as empty. The first call behind the mark plans, all others only move
/// data. Behind the last one, on each way out of the loops, the place is closed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace bamboo::overlap {

class ControlsPass : public llvm::PassInfoMixin<ControlsPass> {
 public:
  /// `verify`: show every control part again from the result, and stop the compiler if it is wrong.
  explicit ControlsPass(bool verify) : verify_(verify) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool verify_;
};

}  // namespace bamboo::overlap
