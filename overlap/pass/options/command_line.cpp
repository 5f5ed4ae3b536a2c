// SPDX-License-Identifier: Apache-2.0
#include "pass/options/command_line.h"

#include <llvm/Support/CommandLine.h>

namespace bamboo::overlap {
namespace {

llvm::cl::opt<Level> level_option(
    "bamboo-overlap-level", llvm::cl::desc("how far MPI calls are moved"),
    llvm::cl::init(Level::Extended),
    llvm::cl::values(clEnumValN(Level::Basic, "basic", "to the nearest dependence"),
                     clEnumValN(Level::Extended, "extended", "dependent statements move along"),
                     clEnumValN(Level::Beyond, "beyond", "operations pass each other")));

enum class When { Worthwhile, Always };
llvm::cl::opt<When> when_option("bamboo-overlap",
                                llvm::cl::desc("which MPI calls become nonblocking"),
                                llvm::cl::init(When::Worthwhile),
                                llvm::cl::values(clEnumValN(When::Worthwhile, "worthwhile",
                                                            "where the window is worth a request"),
                                                 clEnumValN(When::Always, "always", "all")));

llvm::cl::opt<bool> existing_option(
    "bamboo-overlap-existing", llvm::cl::init(true),
    llvm::cl::desc("also move the nonblocking calls that the program has itself"));

llvm::cl::opt<bool> no_wildcards_option(
    "bamboo-overlap-no-wildcards",
    llvm::cl::desc("no process of the program receives from any source, so sends may start before "
                   "earlier receives are complete"));

llvm::cl::opt<bool> verify_option(
    "verify-bamboo-overlap", llvm::cl::desc("prove again from the result that nothing is wrong"));

llvm::cl::opt<bool> measure_option(
    "bamboo-measure-windows",
    llvm::cl::desc("time the windows at run time (needs libbamboo-overlap)"));
llvm::cl::opt<bool> polls_option(
    "bamboo-overlap-polls",
    llvm::cl::desc("let computation in windows poll the network (needs libbamboo-overlap)"));

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

}  // namespace

Settings settings_of_command_line() {
  Settings settings;
  settings.level = level_option;
  settings.existing = existing_option;
  settings.no_wildcards = no_wildcards_option;
  settings.always = when_option == When::Always;
  settings.measure = measure_option;
  settings.polls = polls_option;
  settings.split = split_option && level_option == Level::Beyond;
  settings.library = library_option;
  settings.inlining = inline_option;
  settings.conditionals = conditionals_option;
  settings.verify = verify_option;
  return settings;
}

}  // namespace bamboo::overlap
