// SPDX-License-Identifier: Apache-2.0
// Functions that receive and end in a loop of waits: the core of a nest in their callers may run
// in front of that loop.
#pragma once

#include "effects/summaries.h"

namespace bamboo::overlap {

/// Whether the function starts receives, and its last waits, in a loop, are followed only by
/// statements that a core may pass. Paths on which a wait has failed do not count.
bool ends_in_waits(const llvm::Function& function, const llvm::LoopInfo& loops,
                   const Summaries& summaries);

}  // namespace bamboo::overlap
