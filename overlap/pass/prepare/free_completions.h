// SPDX-License-Identifier: Apache-2.0
/// \file
/// Removes statuses and lifetimes that keep the program's own completions in place and are not
/// needed there.
#pragma once

#include "effects/program_requests.h"

namespace bamboo::overlap {

/// Gives up statuses that the program does not look at, and, with `may_leave`, the ends of the
/// lives of requests. Runs before anything remembers instructions. True when something may have
/// changed.
bool free_completions(llvm::Function& function, const ProgramRequests& existing, bool may_leave);

}  // namespace bamboo::overlap
