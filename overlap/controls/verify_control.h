// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished function, by following all its paths, that a control part serves its
// calls. It does not use the records of the placement.
#pragma once

#include "controls/pattern_clobbers.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Nothing when each path to `call`, the controlled form of a planned call, passes a mark (a store
/// of zero to `slot`); behind the last mark nothing may change the pattern that the control part
/// depends on, or close the control part; and calls that the same mark serves have equal patterns.
std::optional<Defect> verify_control(const PlannedCall& planned, const llvm::CallBase& call,
                                     const llvm::AllocaInst& slot, const PatternClobbers& clobbers);

/// Nothing when a control part is closed behind a mark only, and once.
std::optional<Defect> verify_closed(const llvm::AllocaInst& slot);

}  // namespace bamboo::overlap
