// SPDX-License-Identifier: Apache-2.0
// Everything the translator says about a program, by name. The texts stand in diagnostics.def.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class Diag {
#define BAMBOO_DIAG(level, id, message, explanation) id,
#include "frontend/diagnostics.def"
#undef BAMBOO_DIAG
};

struct RemarkOptions {
  bool passed = false;  ///< -Rpass=bamboo: what was done
  bool missed = false;  ///< -Rpass-missed=bamboo: what was left alone, and why
};

class Diagnostics {
 public:
  Diagnostics(clang::DiagnosticsEngine& engine, RemarkOptions remarks);

  /// `%0`, `%1` … of the message are filled by what is streamed into the result.
  clang::DiagnosticBuilder report(Diag diag, clang::SourceLocation where);
  bool error_seen() const { return engine_.hasErrorOccurred(); }

  /// The table of all diagnostics as Markdown (docs/reference/diagnostics.md).
  static std::string markdown();

 private:
  clang::DiagnosticsEngine& engine_;
  std::vector<unsigned> ids_;
};

/// The candidate nearest to `word`; nothing when none is near enough to suggest.
std::optional<llvm::StringRef> nearest(llvm::StringRef word,
                                       llvm::ArrayRef<llvm::StringRef> candidates);

/// "; did you mean 'X'?" behind a message, or no text.
std::string did_you_mean(std::optional<llvm::StringRef> better);

}  // namespace bamboo::translator
