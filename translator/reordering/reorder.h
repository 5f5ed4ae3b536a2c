// SPDX-License-Identifier: Apache-2.0
// Send blocks go before the receive blocks of the same iteration (SC'12, Table I).
#pragma once

#include "directives/annotated_unit.h"
#include "reordering/dependence.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

struct Move {
  const Block* send = nullptr;
  const Block* receive = nullptr;          ///< before whose statement it goes
  const clang::Stmt* statement = nullptr;  ///< what moves: the block, or what holds nothing else
  const clang::Stmt* target = nullptr;
};

/// Checks the dependences between blocks and says what must move; says why where it cannot.
std::vector<Move> plan_moves(const Program& program, const Dependence& dependence,
                             Diagnostics& diagnostics);

/// Moves the text, with the comment above it.
void apply_moves(const Program& program, llvm::ArrayRef<Move> moves, Edits& edits);

/// The characters of a statement with its directives; nothing if it starts or ends inside of a
/// macro or cuts a preprocessor conditional.
std::optional<TextRange> text_range(const Program& program, const clang::Stmt* statement);

}  // namespace bamboo::translator
