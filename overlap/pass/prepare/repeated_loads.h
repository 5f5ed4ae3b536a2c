// SPDX-License-Identifier: Apache-2.0
// Removes loads that repeat another one because a function is called in between. A mathematical
// function of the C library writes nothing but errno (effects/errno_aliases.h). Other modules
// access no variable whose address they do not get (effects/own_variables.h). A loop whose bounds
// are loaded again in each iteration has no number of iterations that Scalar Evolution knows, and
// cannot be cut. A request whose address is loaded again may be another one.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Processes functions that call MPI in a loop, if nests are split. This alone gains nothing, so a
/// module in which nothing else changes counts as unchanged.
void remove_repeated_loads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                           const Settings& settings);

}  // namespace bamboo::overlap
