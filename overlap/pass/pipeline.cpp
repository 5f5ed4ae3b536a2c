// SPDX-License-Identifier: Apache-2.0
#include "pass/pipeline.h"

#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "pass/options/settings_attribute.h"
#include "pass/overlap_pass.h"
#include "pass/prepare/separate_loops.h"

namespace bamboo::overlap {
namespace {

/// Compilers set this flag in modules for a link: clang the first one for full LTO, the second one
/// for ThinLTO.
bool is_for_link(const llvm::Module& module) {
  return module.getModuleFlag("ThinLTO") != nullptr ||
         module.getModuleFlag("EnableSplitLTOUnit") != nullptr;
}

}  // namespace

void restrain_passes(llvm::PassBuilder& builder, const Settings& settings) {
  llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (settings.level == Level::beyond && callbacks != nullptr) keep_loops_separate(*callbacks);
}

llvm::PreservedAnalyses CompileStage::run(llvm::Module& module,
                                          llvm::ModuleAnalysisManager& analyses) {
  // ThinLTO comes here a second time, at the link, and finds the settings. The machine code of fat
  // objects does, too.
  if (is_for_link(module) && !has_noted_settings(module)) {
    note_settings(module, settings_);
    return llvm::PreservedAnalyses::all();
  }
  return OverlapPass(settings_).run(module, analyses);
}

/// Adds the pass before the link's own passes, which vectorise and unroll loops. Small functions of
/// other files are inlined first, as the compilation did within a file. After that only passes that
/// make the copies analysable run: a second round of all simplifications would restructure loops.
void add_link_stage(llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
                    const Settings& settings) {
  if (level != llvm::OptimizationLevel::O0) {
    passes.addPass(llvm::ModuleInlinerWrapperPass(
        llvm::getInlineParams(level.getSpeedupLevel(), level.getSizeLevel())));
    llvm::FunctionPassManager cleaning;
    cleaning.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    cleaning.addPass(llvm::EarlyCSEPass());
    cleaning.addPass(llvm::InstCombinePass());
    cleaning.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(cleaning)));
  }
  passes.addPass(OverlapPass(settings));
}

}  // namespace bamboo::overlap
