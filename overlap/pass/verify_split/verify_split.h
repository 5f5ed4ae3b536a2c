// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again, from the finished function, that a nest that was split does what it did.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>

#include "effects/dependence.h"
#include "pass/operations/nonblocking_operation.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Nothing when the core touches only memory that the library is told of, as it is told; no
/// statement between the core and the rest may touch it too without being looked at; every loop
/// that may be cut has the library's bounds in both parts; and the rest is executed part by part.
std::optional<Defect> verify_split(const SplitNest& split,
                                   llvm::ArrayRef<NonblockingOperation*> pairs,
                                   const Dependence& dependence, const Summaries& summaries,
                                   llvm::ScalarEvolution& evolution);

}  // namespace bamboo::overlap
