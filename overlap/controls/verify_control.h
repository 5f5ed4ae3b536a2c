// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished function, by following all its paths, that a control part serves its
// calls. It does not use the records of the placement.
#pragma once

#include "controls/pattern_clobbers.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if three conditions hold: each path to `call`, the controlled form of a planned
/// call, passes a mark (a store of zero to `slot`); no statement after the last mark may change the
/// pattern of the control part, or close it; and calls that the same mark serves have equal
/// patterns.
std::optional<Defect> verify_control(const PlannedCall& planned, const llvm::CallBase& call,
                                     const llvm::AllocaInst& slot, const PatternClobbers& clobbers);

/// Returns nothing if a control part is closed only after a mark, and once.
std::optional<Defect> verify_closed(const llvm::AllocaInst& slot);

}  // namespace bamboo::overlap
