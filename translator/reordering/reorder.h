// SPDX-License-Identifier: Apache-2.0
// Send blocks go before the receive blocks of the same iteration (SC'12, Table I).
#pragma once

#include "directives/annotated_unit.h"
#include "reordering/dependence.h"

namespace bamboo::translator {

struct Move {
  const Block* send = nullptr;
  const Block* receive = nullptr;  ///< before whose statement it goes
  /// The moved statement: the block, a statement that contains nothing else, or the set-up of a
  /// scalar that the block needs.
  const clang::Stmt* statement = nullptr;
  const clang::Stmt* target = nullptr;
};

/// Checks the dependences between blocks. Returns the possible moves; a diagnostic gives the reason
/// why a block cannot move.
std::vector<Move> plan_moves(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                             const Dependence& dependence, Diagnostics& diagnostics);

}  // namespace bamboo::translator
