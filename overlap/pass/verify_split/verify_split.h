// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished function that a split nest has the same effect as before.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include "effects/dependence.h"
#include "pass/operations/call_pair.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if the core touches only memory that is reported to the library, as reported;
/// each statement between the core and the rest that may touch it is inspected; every loop that may
/// be cut has the library's bounds in both parts; and the rest is executed part by part. The core
/// may pass the rests of `earlier` nests, which were verified before this one was split.
std::optional<Defect> verify_split(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
                                   llvm::ArrayRef<CallPair*> pairs, const Dependence& dependence,
                                   const Summaries& summaries, llvm::ScalarEvolution& evolution);

}  // namespace bamboo::overlap
