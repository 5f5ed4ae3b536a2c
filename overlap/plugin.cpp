// SPDX-License-Identifier: Apache-2.0
/// \file
/// What clang and opt load: `clang -fpass-plugin=BambooOverlap.so`, and for options in front of it
/// `-Xclang -load -Xclang BambooOverlap.so -mllvm -bamboo-overlap-level=basic`.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>

#include "controls/controls_pass.h"
#include "pass/overlap_pass.h"
#include "pass/pipeline.h"

namespace bamboo::overlap {
namespace {

llvm::cl::opt<Level> level_option(
    "bamboo-overlap-level", llvm::cl::desc("how far MPI calls are moved"),
    llvm::cl::init(Level::extended),
    llvm::cl::values(clEnumValN(Level::basic, "basic", "to the nearest dependence"),
                     clEnumValN(Level::extended, "extended", "dependent statements move along"),
                     clEnumValN(Level::beyond, "beyond", "operations pass each other")));

enum class When { worthwhile, always };
llvm::cl::opt<When> when_option("bamboo-overlap",
                                llvm::cl::desc("which MPI calls become nonblocking"),
                                llvm::cl::init(When::worthwhile),
                                llvm::cl::values(clEnumValN(When::worthwhile, "worthwhile",
                                                            "where the window is worth a request"),
                                                 clEnumValN(When::always, "always", "all")));

llvm::cl::opt<bool> existing_option(
    "bamboo-overlap-existing", llvm::cl::init(true),
    llvm::cl::desc("also move the nonblocking calls that the program has itself"));

llvm::cl::opt<bool> no_wildcards_option(
    "bamboo-overlap-no-wildcards",
    llvm::cl::desc("the program never receives from any source or with any tag, so sends may start "
                   "before earlier receives are complete"));

llvm::cl::opt<bool> verify_option(
    "verify-bamboo-overlap", llvm::cl::desc("show again from the result that nothing is wrong"));

llvm::cl::opt<bool> measure_option(
    "bamboo-measure-windows",
    llvm::cl::desc("time the windows at run time (needs libbamboo-overlap)"));
llvm::cl::opt<bool> polls_option(
    "bamboo-overlap-polls",
    llvm::cl::desc("let computation in windows look at the network (needs libbamboo-overlap)"));

llvm::cl::opt<bool> split_option(
    "bamboo-overlap-split",
    llvm::cl::desc("split loops behind receives into a core that runs before they are complete and "
                   "the rest, at level beyond (needs libbamboo-overlap)"));

llvm::cl::opt<bool> library_option(
    "bamboo-overlap-library",
    llvm::cl::desc("the program is linked with libbamboo-overlap for Open MPI, which makes its "
                   "MPI_Ialltoallv and MPI_Ialltoallw safe, so they are used"));

llvm::cl::opt<bool> inline_option(
    "bamboo-overlap-inline", llvm::cl::init(true),
    llvm::cl::desc("functions that begin or end in communication become part of their callers "
                   "where a window can reach out of them, at level beyond"));

llvm::cl::opt<bool> conditionals_option(
    "bamboo-overlap-conditionals", llvm::cl::init(true),
    llvm::cl::desc(
        "completions leave conditionals, at level beyond: on the other ways they wait for "
        "nothing"));

llvm::cl::opt<bool> controls_option(
    "bamboo-plans-controls",
    llvm::cl::desc("collectives whose pattern stays the same keep their control part (needs "
                   "libbamboo-controls)"));

llvm::cl::opt<bool> verify_controls_option(
    "verify-bamboo-plans", llvm::cl::desc("show control parts again from the result"));

Settings from_options() {
  Settings settings;
  settings.level = level_option;
  settings.existing = existing_option;
  settings.no_wildcards = no_wildcards_option;
  settings.always = when_option == When::always;
  settings.measure = measure_option;
  settings.polls = polls_option;
  settings.split = split_option && level_option == Level::beyond;
  settings.library = library_option;
  settings.inlining = inline_option;
  settings.conditionals = conditionals_option;
  settings.plans = controls_option;
  settings.verify = verify_option;
  return settings;
}

void register_pass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name == "bamboo-overlap")
      passes.addPass(OverlapPass(from_options()));
    else if (name == "bamboo-plans")
      passes.addPass(ControlsPass(verify_controls_option));
    else
      return false;
    return true;
  });
  // After inlining and simplification, which show what is independent; before the loops are taken
  // apart by unrolling and vectorisation.
  builder.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        if (controls_option) passes.addPass(ControlsPass(verify_controls_option));
        passes.addPass(CompileStage(from_options()));
      });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
        add_link_stage(passes, level, from_options());
      });
}

}  // namespace
}  // namespace bamboo::overlap

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "BambooOverlap", BAMBOO_VERSION, bamboo::overlap::register_pass};
}
