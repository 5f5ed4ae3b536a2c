// SPDX-License-Identifier: Apache-2.0
// Removes statuses and lifetimes that keep completions in place and are not needed there.
#pragma once

#include "effects/program_requests.h"

namespace bamboo::overlap {

/// Drops statuses that the program does not read, and, with `may_leave`, the ends of the lifetimes
/// of requests and of Fortran's arguments. Runs before anything refers to instructions. Returns
/// true if something may have changed.
bool free_completions(llvm::Function& function, const ProgramRequests& existing, bool may_leave);

}  // namespace bamboo::overlap
