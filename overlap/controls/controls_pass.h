// SPDX-License-Identifier: Apache-2.0
// The pass that keeps the control part of collectives whose pattern stays the same (CC-MPI,
// PPoPP'03, section 4 and Fig. 1). Such a call gets a slot in which the run-time library stores
// the plan. Before the outermost loop in which the pattern stays the same, the program marks the
// slot as empty. The first call after the mark plans; all others only move data. After the last
// one, on each path out of the loops, the slot is closed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace bamboo::overlap {

class ControlsPass : public llvm::PassInfoMixin<ControlsPass> {
 public:
  /// `verify`: proves every control part again from the result, and stops the compiler if one is
  /// wrong.
  explicit ControlsPass(bool verify) : verify_(verify) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool verify_;
};

}  // namespace bamboo::overlap
