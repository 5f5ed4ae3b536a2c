// SPDX-License-Identifier: Apache-2.0
// A record of what the syntax tree does not keep, made while the preprocessor runs: the directives,
// the stream of tokens, the inclusions.
#pragma once

#include "directives/directive.h"

namespace bamboo::translator {

class Diagnostics;

/// One `#include` that was seen, in the order of the text.
struct Inclusion {
  clang::SourceLocation hash;  ///< of the `#`
  clang::SourceLocation end;   ///< behind the file's name
  std::string text;            ///< the name as written
  bool angled = false;
  clang::OptionalFileEntryRef file;
  clang::FileID entered;  ///< invalid: skipped, because of `#pragma once` or a guard
};

class SourceRecord {
 public:
  /// Starts to record; `record` must live as long as the preprocessor runs.
  static void attach(SourceRecord& record, clang::CompilerInstance& compiler,
                     Diagnostics& diagnostics);

  std::vector<Directive> directives;
  std::vector<Inclusion> inclusions;

  /// Every token, after macro expansion, that the parser got from the user's files and from files
  /// with directives.
  std::vector<clang::Token> tokens;

  /// Position in `tokens` of the token that starts there; -1: none.
  int token_at(clang::SourceLocation location) const;

  void add_token(const clang::Token& token);
  void add_directive(Directive directive, const clang::SourceManager& sources);

 private:
  bool wants(const clang::Token& token, const clang::SourceManager& sources) const;

  std::set<clang::FileID> files_;  ///< that hold directives
  llvm::DenseMap<unsigned, unsigned> positions_;
};

}  // namespace bamboo::translator
