// SPDX-License-Identifier: Apache-2.0
// Turns directives into what bamboo/region.h declares.
#pragma once

#include "directives/annotated_unit.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

/// For receive blocks whose receives are posted ahead: the posting code, ready to insert.
using Posting = std::map<const Block*, std::string>;

/// The last token of a statement, its semicolon included.
clang::SourceLocation statement_end(const Program& program, const clang::Stmt* statement);

void emit_scopes(const Program& program, const Posting& posting, Edits& edits);

}  // namespace bamboo::translator
