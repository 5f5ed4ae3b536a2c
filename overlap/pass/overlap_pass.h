// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pass: blocking MPI calls become nonblocking ones with a window to compute in.
#pragma once

#include <llvm/IR/PassManager.h>

#include "motion.h"

namespace bamboo::overlap {

struct Settings {
  Level level = Level::extended;
  bool existing = true;       ///< nonblocking operations of the program's own move as well
  bool no_wildcards = false;  ///< the user's word that nobody receives from any source or tag
  bool always = false;        ///< also where the cost model says that it does not pay
  bool measure = false;       ///< windows are timed at run time; needs the run-time library
  bool polls = false;         ///< computation in windows looks at the network; needs it as well
  bool split = false;         ///< nests behind receives are split; needs it as well
  bool plans = false;         ///< collectives with control parts stay blocking
  bool verify =
      false;  ///< show every pair again from the result, and stop the compiler if it is wrong
};

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
