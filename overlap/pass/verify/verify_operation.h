// SPDX-License-Identifier: Apache-2.0
// Verifies the halves of an operation in the finished function, by following all its paths. It
// does not use the records of the transformation.
#pragma once

#include "effects/dependence.h"
#include "pass/operations/call_pair.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if no statement between the initiation and the completion touches the memory in
/// flight, leaves the function or calls MPI (except halves of `all`); every path from the
/// initiation reaches the completion before the function ends and before the operation starts
/// again; and every path to the completion comes from the initiation. Cores of `splits` may be in
/// between if the program compares them with this operation's memory.
std::optional<Defect> verify_operation(const CallPair& pair, llvm::ArrayRef<CallPair*> all,
                                       const Dependence& dependence, const Summaries& summaries,
                                       llvm::ArrayRef<SplitNest> splits = {});

}  // namespace bamboo::overlap
