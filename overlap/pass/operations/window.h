// SPDX-License-Identifier: Apache-2.0
// The statements between the halves of an operation.
#pragma once

#include "pass/operations/call_pair.h"
#include "regions/sese_regions.h"

namespace bamboo::overlap {

/// Returns the statement of the window that begins with `first`: the statement that begins there;
/// at a fork, the edge to the completion's own path; at the end of a conditional, its exit.
Statement in_window(const SeseRegions& statements, llvm::Instruction& first, const CallPair& pair);

}  // namespace bamboo::overlap
