// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads values again that one iteration of a loop takes over from the one before it. Where rows of
/// a sparse matrix end and begin, `begin[i + 1]` of one row is `begin[i]` of the next one: LLVM
/// loads it once. Then each row depends on the one before it, and no loop over rows can be cut.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// In functions that call MPI, where nests are split. True when something has changed.
bool reload_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                 const Settings& settings);

}  // namespace bamboo::overlap
