// SPDX-License-Identifier: Apache-2.0
// Rotates loops whose iterations compute and then exchange, so that they begin with the exchange:
// the first computation precedes the loop, the last exchange follows it. Then a nest comes after
// the receives that it reads, in one iteration, and may be split.
//
//     do { compute; exchange; } while (c);
//  => compute; while (c) { exchange; compute; } exchange;
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// For functions whose nests are split. Each path through such a function executes the same
/// instructions in the same order as before, except for the loop's condition, which is computed
/// before the exchange. Returns true if something changed.
bool rotate_loops(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                  const Settings& settings);

}  // namespace bamboo::overlap
