// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the user wants of the pass. When a program is compiled for optimisation at link time, the
/// settings travel with its functions, because a linker does not know the pass's options.
#pragma once

#include "pass/motion/code_motion.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace bamboo::overlap {

struct Settings {
  Level level = Level::extended;
  bool existing = true;       ///< nonblocking operations of the program's own move as well
  bool no_wildcards = false;  ///< the user's word that nobody receives from any source or tag
  bool always = false;        ///< also where the cost model says that it does not pay
  bool measure = false;       ///< windows are timed at run time; needs the run-time library
  bool polls = false;         ///< computation in windows looks at the network; needs it as well
  bool split = false;         ///< nests behind receives are split; needs it as well
  bool library = false;       ///< it is linked, and mends what Open MPI lacks
  bool inlining = true;       ///< windows reach out of functions, at level beyond
  bool conditionals = true;   ///< completions leave conditionals, at level beyond
  bool plans = false;         ///< collectives with control parts stay blocking
  /// Show every pair again from the result, and stop the compiler if it is wrong.
  bool verify = false;
};

/// Writes `settings` to all functions of the module.
void note_settings(llvm::Module& module, const Settings& settings);

bool has_noted_settings(const llvm::Module& module);

/// What is noted at the function; `otherwise` where nothing is.
Settings settings_of(const llvm::Function& function, const Settings& otherwise);

}  // namespace bamboo::overlap
