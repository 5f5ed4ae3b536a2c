// SPDX-License-Identifier: Apache-2.0
// Jumps that pass by the beginning or the end of a region or block.
#pragma once

#include "directives/annotated_unit.h"

namespace bamboo::translator {

/// A region or block is a scope: execution must enter it at its beginning and leave it at its end.
/// Leaving by break, continue, goto, return or an exception also ends it; other jumps are errors.
void check_jumps(const AnnotatedUnit& unit, Diagnostics& diagnostics);

}  // namespace bamboo::translator
