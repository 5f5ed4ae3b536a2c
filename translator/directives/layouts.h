// SPDX-License-Identifier: Apache-2.0
// The layout clauses of regions: their names, and users' own functions and classes.
#pragma once

#include "directives/annotated_unit.h"

namespace bamboo::translator {

/// Checks layout clauses and finds users' own layouts.
void resolve_layouts(AnnotatedUnit& unit, Diagnostics& diagnostics);

}  // namespace bamboo::translator
