// SPDX-License-Identifier: Apache-2.0
/// \file
/// Brings a function into the form in which Scalar Evolution sees most of its loops.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// Makes one expression of each phi of equal expressions, which partial redundancy elimination
/// leaves: Scalar Evolution does not look through it. In functions whose nests are split. Runs
/// before anything remembers values, because it erases instructions. True when something changed.
bool fold_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
               const Settings& settings);

}  // namespace bamboo::overlap
