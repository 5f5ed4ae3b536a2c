// SPDX-License-Identifier: Apache-2.0
// Which statement each directive stands before.
#pragma once

#include "directives/source_record.h"

namespace bamboo::translator {

/// Where a directive's statement stands in the tree.
struct Binding {
  const clang::Stmt* statement = nullptr;  ///< without its labels and attributes
  const clang::Stmt* slot = nullptr;       ///< with them: the child of `parent`
  const clang::Stmt* parent = nullptr;     ///< whose slot it fills
  const clang::FunctionDecl* function = nullptr;
  std::vector<size_t> directives;  ///< indices into SourceRecord::directives
};

/// Binds olap, send, receive and optimize; reports those that bind to nothing, or to a declaration.
/// In the order of the text, so that outer statements come before inner ones.
std::vector<Binding> bind_directives(clang::ASTContext& context, SourceRecord& record,
                                     Diagnostics& diagnostics);

}  // namespace bamboo::translator
