// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again that what is used behind a split nest is computed as in the nest itself.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include <optional>

#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Of a nest that has results. Sets `defect`, unless there is one, when they are computed on other
/// ways or by other instructions than in the whole nest, or from something else than it has
/// stored; or when the one or the other does not follow from whether a core ran. That the library
/// is told of what is read is shown by `verify_split`.
void verify_results(const SplitNest& split, llvm::ScalarEvolution& evolution,
                    const llvm::DominatorTree& dominators, std::optional<Defect>& defect);

}  // namespace bamboo::overlap
