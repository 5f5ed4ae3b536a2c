// SPDX-License-Identifier: Apache-2.0
// The pass: blocking MPI calls become nonblocking ones with a window to compute in.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/gains.h"
#include "pass/options/settings.h"

namespace bamboo::overlap {

class OverlapPass : public llvm::PassInfoMixin<OverlapPass> {
 public:
  /// The gains are added to `gains` unless it is null.
  explicit OverlapPass(Settings settings, Gains* gains = nullptr)
      : settings_(settings), gains_(gains) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

  /// Collectives match each other on all ranks only when all of them are nonblocking, also in
  /// functions that are not optimised.
  static bool isRequired() { return true; }

 private:
  Settings settings_;
  Gains* gains_;
};

}  // namespace bamboo::overlap
