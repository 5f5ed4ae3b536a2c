// SPDX-License-Identifier: Apache-2.0
/// \file
/// What keeps the program's own completions from others, or in conditionals, and is not needed
/// there.
#pragma once

#include "effects/program_requests.h"

namespace bamboo::overlap {

/// Gives up statuses that the program does not look at, and, with `may_leave`, the ends of the
/// lives of requests. Runs before anything remembers instructions. True when something may have
/// changed.
bool free_completions(llvm::Function& function, const ProgramRequests& existing, bool may_leave);

}  // namespace bamboo::overlap
