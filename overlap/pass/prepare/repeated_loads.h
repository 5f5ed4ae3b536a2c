// SPDX-License-Identifier: Apache-2.0
// Removes loads that repeat another one because a mathematical function of the C library is called
// in between. Such a function writes nothing but errno (effects/errno_aliases.h). A loop whose
// bounds are loaded again in each iteration has no number of iterations that Scalar Evolution
// knows, and cannot be cut.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// For functions that call MPI if nests are split, and have such a call in a loop. This alone gains
/// nothing: a module in which nothing else changes counts as unchanged.
void remove_repeated_loads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                           const Settings& settings);

}  // namespace bamboo::overlap
