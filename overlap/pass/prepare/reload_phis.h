// SPDX-License-Identifier: Apache-2.0
// Loads values again that one iteration of a loop takes over from the previous one. In a sparse
// matrix, `begin[i + 1]` of one row is `begin[i]` of the next, and LLVM loads it once. Each row
// then depends on the one before it, and no loop over rows can be cut.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// For functions that call MPI if nests are split. Returns true if something has changed.
bool reload_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                 const Settings& settings);

}  // namespace bamboo::overlap
