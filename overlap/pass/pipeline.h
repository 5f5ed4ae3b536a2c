// SPDX-License-Identifier: Apache-2.0
// When the pass runs: at the end of a compilation, or, with link-time optimisation (-flto), at the
// link, where the callees of other files are visible.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Runs before all passes: limits passes of the compiler as the level requires.
void restrain_passes(llvm::PassBuilder& builder, const Settings& settings);

/// The compilation's stage: does the pass's work, or stores the settings for the link.
class CompileStage : public llvm::PassInfoMixin<CompileStage> {
 public:
  explicit CompileStage(Settings settings) : settings_(settings) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  Settings settings_;
};

/// Does the work of the pass at a link. If all files have recorded their gains, and the pass gains
/// no more than that, the module gets no code, and the machine code of the files is linked instead.
class LinkStage : public llvm::PassInfoMixin<LinkStage> {
 public:
  explicit LinkStage(Settings settings) : settings_(settings) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  Settings settings_;
};

/// The stage of a link that sees all modules at once.
void add_link_stage(llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
                    const Settings& settings);

}  // namespace bamboo::overlap
