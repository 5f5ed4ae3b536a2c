// SPDX-License-Identifier: Apache-2.0
// Reports operations to the run-time library that may need progress calls while the program
// computes (runtime/windows/large_operations.h).
#pragma once

#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// Inserts the call that reports the operation's size after the initiation of a pair. Returns
/// whether it did. It does not if the operation is certainly short, or if its size does not follow
/// from arguments that are valid in every process: collectives with a root and blocks, collectives
/// with a type per process, and neighbour exchanges with a count per neighbour.
bool report_size(const CallPair& pair);

}  // namespace bamboo::overlap
