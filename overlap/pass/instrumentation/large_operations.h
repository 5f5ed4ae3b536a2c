// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program tells the run-time library of operations that may need looks at the network while
/// it computes (runtime/windows/large_operations.h).
#pragma once

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// Inserts, behind the initiation of a pair, the call that tells how large the operation is. True
/// when it has; false where it is short for certain, or its size cannot be read from arguments that
/// hold in every process: of collectives with a root and blocks, of those with a type for each
/// process, and of exchanges of blocks between neighbours with a count for each.
bool tell_size(const NonblockingOperation& pair);

}  // namespace bamboo::overlap
