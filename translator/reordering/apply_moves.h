// SPDX-License-Identifier: Apache-2.0
// The moves of send blocks as changes to the text.
#pragma once

#include "directives/annotated_unit.h"
#include "reordering/reorder.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

/// Moves the text, with the comment above it.
void apply_moves(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves, Edits& edits);

}  // namespace bamboo::translator
