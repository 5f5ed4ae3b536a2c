// SPDX-License-Identifier: Apache-2.0
// The plugin of clang and opt: `clang -fpass-plugin=BambooOverlap.so`, for options in front of it
// `-Xclang -load -Xclang BambooOverlap.so -mllvm -bamboo-overlap-level=basic`.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>

#include "controls/controls_pass.h"
#include "pass/options/command_line.h"
#include "pass/overlap_pass.h"
#include "pass/pipeline.h"
#include "pass/send_first_pass.h"

namespace bamboo::overlap {
namespace {

llvm::cl::opt<bool> controls_option(
    "bamboo-plans-controls",
    llvm::cl::desc("collectives whose pattern stays the same keep their control part (needs "
                   "libbamboo-controls)"));

llvm::cl::opt<bool> verify_controls_option(
    "verify-bamboo-plans", llvm::cl::desc("prove control parts again from the result"));

Settings settings() {
  Settings all = settings_of_command_line();
  all.plans = controls_option;
  return all;
}

void register_pass(llvm::PassBuilder& builder) {
  restrain_passes(builder, settings());
  builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name == "bamboo-overlap")
      passes.addPass(OverlapPass(settings()));
    else if (name == "bamboo-send-first")
      passes.addPass(SendFirstPass(settings()));
    else if (name == "bamboo-plans")
      passes.addPass(ControlsPass(verify_controls_option));
    else
      return false;
    return true;
  });
  builder.registerPipelineEarlySimplificationEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
        if (level != llvm::OptimizationLevel::O0) passes.addPass(SendFirstPass(settings()));
      });
  // The pass runs after inlining and simplification, which show what is independent, and before the
  // loop passes, which unroll and vectorise loops.
  builder.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        if (controls_option) passes.addPass(ControlsPass(verify_controls_option));
        passes.addPass(CompileStage(settings()));
      });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
        add_link_stage(passes, level, settings());
      });
}

}  // namespace
}  // namespace bamboo::overlap

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "BambooOverlap", BAMBOO_VERSION, bamboo::overlap::register_pass};
}
