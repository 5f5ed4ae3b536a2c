// SPDX-License-Identifier: Apache-2.0
// Loops with the same borders stay structures of their own. Jump threading leads from the guard of
// one loop behind that of the next one, which makes one structure of both, and that is not split.
#pragma once

#include <llvm/IR/PassInstrumentation.h>

namespace bamboo::overlap {

/// Disables jump threading for functions that may have a nest to split: functions of a module that
/// calls MPI, with several loops that call nothing, or only MPI. Other functions are optimised as
/// usual.
void keep_loops_separate(llvm::PassInstrumentationCallbacks& callbacks);

}  // namespace bamboo::overlap
