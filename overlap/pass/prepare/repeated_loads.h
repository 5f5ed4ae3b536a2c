// SPDX-License-Identifier: Apache-2.0
// Removes loads that repeat another one because a mathematical function of the C library is called
// in between. Such a function writes nothing but errno (effects/errno_aliases.h). A loop whose
// bounds are loaded again in each iteration has no number of iterations that Scalar Evolution
// knows, and cannot be cut.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Processes functions that call MPI in a loop, if nests are split. This alone gains nothing, so a
/// module in which nothing else changes counts as unchanged.
void remove_repeated_loads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                           const Settings& settings);

}  // namespace bamboo::overlap
