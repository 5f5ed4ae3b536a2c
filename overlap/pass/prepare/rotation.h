// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops whose iterations compute and then exchange begin with the exchange: the first computation
/// stands in front of the loop, the last exchange behind it. So a nest stands behind the receives
/// that it reads, in one iteration, and may be split.
///
///     do { compute; exchange; } while (c);
///  => compute; while (c) { exchange; compute; } exchange;
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// In functions whose nests are split. Each way through such a function executes the same
/// instructions in the same order as before, but for the loop's condition, which is computed in
/// front of the exchange. True when something changed.
bool rotate_loops(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                  const Settings& settings);

}  // namespace bamboo::overlap
