// SPDX-License-Identifier: Apache-2.0
// Verifies that values used after a split nest are computed as in the nest itself.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

#include "pass/verify_split/described_accesses.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// For a nest with results. Sets `defect`, unless it is set, if results are computed on other
/// paths, by other instructions, or from other values than in the whole nest, or if the choice of a
/// copy does not follow from whether a core ran. `verify_split` checks the reports of the memory
/// that is read.
void verify_results(const SplitNest& split, const NestDescription& description,
                    llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators,
                    std::optional<Defect>& defect);

/// Whether the load, in the copy that computes the values, is behind all loops, and nothing that
/// the parts store may follow it: it finds there what it does in the whole nest.
bool loads_behind(const llvm::LoadInst& load, const NestResultCopies& results);

}  // namespace bamboo::overlap
