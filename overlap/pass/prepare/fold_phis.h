// SPDX-License-Identifier: Apache-2.0
// Brings a function into a form in which Scalar Evolution can analyse most of its loops.
#pragma once

#include <llvm/IR/PassManager.h>

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// In functions whose nests are split, replaces each phi of equal expressions by one expression.
/// Partial redundancy elimination makes such phis, and Scalar Evolution does not analyse them. Runs
/// before anything refers to instructions, because it erases some. Returns true if something
/// changed.
bool fold_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
               const Settings& settings);

}  // namespace bamboo::overlap
