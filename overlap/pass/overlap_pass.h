// SPDX-License-Identifier: Apache-2.0
// The pass: blocking MPI calls become nonblocking ones with a window to compute in.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

class OverlapPass : public llvm::PassInfoMixin<OverlapPass> {
 public:
  explicit OverlapPass(Settings settings) : settings_(settings) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

  /// Collectives match each other on all ranks only when all of them are nonblocking, also in
  /// functions that are not optimised.
  static bool isRequired() { return true; }

 private:
  Settings settings_;
};

}  // namespace bamboo::overlap
