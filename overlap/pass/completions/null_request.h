// SPDX-License-Identifier: Apache-2.0
// Completions that have left conditionals. On paths that start no operation they wait for the null
// request, which does nothing.
#pragma once

#include "effects/points_to.h"
#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Returns why the completion would have an effect for a null request; nothing if it has none.
std::optional<Reason> why_not_for_null_request(const CallPair& pair);

/// Whether the instruction sets the pair's request to null.
bool sets_null_request(const llvm::Instruction& instruction, const CallPair& pair);

/// Sets the request to null in front of the conditionals that the completion has left.
void store_null_request(CallPair& pair, PointsTo& points_to);

/// Moves a completion that gains nothing outside of its conditional back to the end of it.
void return_to_conditional(CallPair& pair);

/// Makes the addresses and counts of the operation in flight available at the completion; the
/// counts are 0 on other paths. Splitting needs them for run-time computations.
void make_flight_phis(CallPair& pair, PointsTo& points_to);

}  // namespace bamboo::overlap
