// SPDX-License-Identifier: Apache-2.0
// Finds the statement that follows each directive.
#pragma once

#include "directives/source_record.h"

namespace bamboo::translator {

/// The position of a directive's statement in the tree.
struct Binding {
  const clang::Stmt* statement = nullptr;  ///< without its labels and attributes
  const clang::Stmt* slot = nullptr;       ///< with them: the child of `parent`
  const clang::Stmt* parent = nullptr;     ///< whose slot it fills
  const clang::FunctionDecl* function = nullptr;
  std::vector<size_t> directives;  ///< indices into SourceRecord::directives
};

/// Binds olap, send, receive and optimize. Reports directives that bind to nothing, or to a
/// declaration. The result has the order of the text, so outer statements come before inner ones.
std::vector<Binding> bind_directives(clang::ASTContext& context, SourceRecord& record,
                                     Diagnostics& diagnostics);

}  // namespace bamboo::translator
