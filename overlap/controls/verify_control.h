// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again, from the finished function alone and by following all its paths, that a control
/// part serves its calls. Knows nothing of where it was to stand.
#pragma once

#include "controls/pattern_clobbers.h"

namespace bamboo::overlap {

/// What is wrong, in words; empty when nothing is: on every path to `call`, the controlled form of
/// a planned call, a mark is passed (a store of zero to `slot`); behind the last mark nothing may
/// change what the control part depends on; and calls that the same mark serves have equal
/// patterns.
std::string verify_control(const PlannedCall& planned, const llvm::CallBase& call,
                           const llvm::AllocaInst& slot, const PatternClobbers& clobbers);

}  // namespace bamboo::overlap
