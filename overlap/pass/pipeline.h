// SPDX-License-Identifier: Apache-2.0
/// \file
/// When the pass runs: at the end of a compilation, or, where the compilation is for a link that
/// optimises (-flto), at that link, which sees the callees of other files.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Before all passes: what a level asks of those of the compiler.
void restrain_passes(llvm::PassBuilder& builder, const Settings& settings);

/// Of a compilation: does the pass's work, or notes the settings for the link.
class CompileStage : public llvm::PassInfoMixin<CompileStage> {
 public:
  explicit CompileStage(Settings settings) : settings_(settings) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  Settings settings_;
};

/// Of a link that sees all modules at once.
void add_link_stage(llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
                    const Settings& settings);

}  // namespace bamboo::overlap
