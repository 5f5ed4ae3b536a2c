// SPDX-License-Identifier: Apache-2.0
// The regions and blocks of a translation unit, as the directives draw them.
#pragma once

#include "directives/binding.h"
#include "syntax/parents.h"

namespace bamboo::translator {

class Diagnostics;
struct Region;

struct Block {
  const Directive* directive = nullptr;
  const Binding* binding = nullptr;
  Region* region = nullptr;
  bool is_send() const { return directive->kind == DirectiveKind::Send; }
  const clang::Stmt* statement() const { return binding->statement; }
};

struct Region {
  const Directive* directive = nullptr;
  const Binding* binding = nullptr;
  Region* outer = nullptr;
  bool no_buffer_reuse = false;
  std::vector<Block*> blocks;  ///< in the order of the text
  const clang::Stmt* statement() const { return binding->statement; }
};

struct AnnotatedUnit {
  explicit AnnotatedUnit(clang::ASTContext& syntax_tree) : context(syntax_tree) {}

  clang::ASTContext& context;
  SourceRecord record;
  std::vector<Binding> bindings;
  std::vector<std::unique_ptr<Region>> regions;
  std::vector<std::unique_ptr<Block>> blocks;
  const Directive* dimension = nullptr;
  Parents parents;

  const clang::SourceManager& sources() const { return context.getSourceManager(); }
  /// The position of `location` as the user sees it, for messages and tables.
  clang::PresumedLoc presumed(clang::SourceLocation location) const;
  unsigned line(clang::SourceLocation location) const { return presumed(location).getLine(); }
};

/// Fills regions, blocks and dimension from the bindings, and reports where the rules of nesting
/// and of `dimension` are broken.
void build_regions(AnnotatedUnit& unit, Diagnostics& diagnostics);

}  // namespace bamboo::translator
