// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again, from the finished function alone and by following all its paths, that the halves of
/// an operation stand right. Knows nothing of how they came there.
#pragma once

#include "effects/dependence.h"
#include "pass/operations/nonblocking_operation.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Nothing when between the initiation and the completion no statement touches the memory in
/// flight, leaves or calls MPI (but halves of `all`), every path from the initiation reaches the
/// completion before the function ends and before the operation starts again, and every path to the
/// completion comes from the initiation. Cores of `splits` may stand in between when the program
/// compares them with this operation's memory.
std::optional<Defect> verify_operation(const NonblockingOperation& pair,
                                       llvm::ArrayRef<NonblockingOperation*> all,
                                       const Dependence& dependence, const Summaries& summaries,
                                       llvm::ArrayRef<SplitNest> splits = {});

}  // namespace bamboo::overlap
