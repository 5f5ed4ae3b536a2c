// SPDX-License-Identifier: Apache-2.0
// Finds the characters that belong to a statement.
#pragma once

#include "directives/annotated_unit.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

/// The last token of a statement, its semicolon included.
clang::SourceLocation statement_end(const AnnotatedUnit& unit, const clang::Stmt* statement);

/// The characters of a statement with its directives; nothing if it starts or ends inside of a
/// macro or cuts a preprocessor conditional.
std::optional<TextRange> text_range(const AnnotatedUnit& unit, const clang::Stmt* statement);

}  // namespace bamboo::translator
