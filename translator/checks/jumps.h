// SPDX-License-Identifier: Apache-2.0
// Jumps that pass by the beginning or the end of a region or block.
#pragma once

#include "directives/annotated_unit.h"

namespace bamboo::translator {

/// A region or block is a scope: it must begin where it is entered and end where it is left.
/// Leaving by break, continue, goto, return or an exception ends it; what is refused here does not.
void check_jumps(const AnnotatedUnit& unit, Diagnostics& diagnostics);

}  // namespace bamboo::translator
