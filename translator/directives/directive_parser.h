// SPDX-License-Identifier: Apache-2.0
// Parses the tokens after `#pragma bamboo` to a Directive.
#pragma once

#include "directives/directive.h"

namespace bamboo::translator {

class Diagnostics;

bool is_directive_name(llvm::StringRef word);

class DirectiveParser {
 public:
  DirectiveParser(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                  const clang::Token& first, Diagnostics& diagnostics);

  /// Returns nothing, after a diagnostic, if the directive is wrong.
  std::optional<Directive> parse();

 private:
  void next();           ///< macros stay as they are: `X` is a dimension even if a macro X exists
  void next_expanded();  ///< the dimension's number may be a macro
  clang::SourceLocation here() const;
  bool at_end() const { return token_.is(clang::tok::eod); }
  std::string spelling() const { return preprocessor_.getSpelling(token_); }
  std::optional<std::uint64_t> number() const;

  bool parse_name(const std::string& name);
  bool parse_dimension();
  bool parse_layouts();
  bool parse_dims(LayoutClause& clause);
  std::string words_only(std::string text);
  bool parse_flags();
  bool expect_end();

  clang::Preprocessor& preprocessor_;
  clang::PragmaIntroducer introducer_;
  Diagnostics& diagnostics_;
  clang::Token token_;
  Directive directive_;
};

}  // namespace bamboo::translator
