// SPDX-License-Identifier: Apache-2.0
// Starts the program's own sends in front of the receives that it posts before them.
//
// A receiver answers a large message before its data leave. Messages and answers between two
// processes travel in order. Where the receive is posted first, the answer may leave before the
// own message is announced: the data of the peer are then in front of the peer's answer, and one
// direction waits for the other. Announced first, both messages travel at once.
#pragma once

#include "effects/program_requests.h"
#include "pass/operations/function_context.h"
#include "pass/operations/late_receive.h"

namespace bamboo::overlap {

/// Moves each receive behind the sends that follow it, where nothing but their preparation is in
/// between. The last one of the program comes first in the result. Runs before the halves of
/// operations are found.
llvm::SmallVector<LateReceive, 2> send_first(FunctionContext& context,
                                             const ProgramRequests& existing);

}  // namespace bamboo::overlap
