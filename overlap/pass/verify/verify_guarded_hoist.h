// SPDX-License-Identifier: Apache-2.0
// Shows again, from the finished function, that an initiation that has risen out of conditionals
// starts where the program starts it, and only there.
#pragma once

#include "pass/operations/call_pair.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if each guard is executed as often as the branch that it duplicates, precedes
/// it, and has the same condition, and the initiation is executed once on the same path of each.
/// `verify_operation` checks the statements in between.
std::optional<Fault> verify_guarded_hoist(const CallPair& pair,
                                          llvm::ArrayRef<SplitNest> splits = {});

}  // namespace bamboo::overlap
