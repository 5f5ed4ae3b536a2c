// SPDX-License-Identifier: Apache-2.0
// The regions, blocks, buffers and edges of a unit as a picture, in DOT.
#pragma once

#include "directives/annotated_unit.h"
#include "reordering/reorder.h"

namespace bamboo::translator {

std::string draw_graph(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves);

}  // namespace bamboo::translator
