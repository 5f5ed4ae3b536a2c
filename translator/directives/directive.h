// SPDX-License-Identifier: Apache-2.0
// A directive of the source: `#pragma bamboo …` or `_Pragma("bamboo …")`.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class DirectiveKind { Dimension, Olap, Send, Receive, Optimize };

llvm::StringRef directive_name(DirectiveKind kind);

/// One `layout NAME [DIM…]` clause.
struct LayoutClause {
  std::string name;
  clang::SourceLocation location;
  std::vector<std::pair<int, clang::SourceLocation>> dims;  ///< X is 0
  const clang::FunctionDecl* function = nullptr;            ///< a user's own, in C
  const clang::CXXRecordDecl* record = nullptr;             ///< a user's own, in C++
};

struct Directive {
  DirectiveKind kind = DirectiveKind::Olap;
  clang::SourceRange range;            ///< from `#` (or `_Pragma`) to the last token
  clang::SourceLocation name;          ///< of the directive's name
  bool pragma_operator = false;        ///< `_Pragma(…)`
  clang::SourceLocation next_token;    ///< the token that follows; invalid at the end of the file
  std::vector<LayoutClause> layouts;   ///< olap
  int dimension = 0;                   ///< dimension
  bool no_buffer_reuse = false;        ///< optimize
  const clang::Stmt* bound = nullptr;  ///< the statement that follows it
};

}  // namespace bamboo::translator
