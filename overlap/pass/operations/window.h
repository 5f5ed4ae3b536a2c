// SPDX-License-Identifier: Apache-2.0
// The statements between the halves of an operation.
#pragma once

#include "pass/operations/nonblocking_operation.h"
#include "regions/sese_regions.h"

namespace bamboo::overlap {

/// The statement of the window that begins with `first`: the one that begins there, on the
/// completion's own way at a fork, and at the end of a conditional the way out of it.
Statement in_window(const SeseRegions& statements, llvm::Instruction& first,
                    const NonblockingOperation& pair);

}  // namespace bamboo::overlap
