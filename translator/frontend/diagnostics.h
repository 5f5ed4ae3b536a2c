// SPDX-License-Identifier: Apache-2.0
// Everything the translator says about a program, by name. The texts stand in diagnostics.def.
#pragma once

#include "frontend/diagnostic_options.h"

namespace bamboo::translator {

class Diagnostics {
 public:
  Diagnostics(clang::DiagnosticsEngine& engine, const DiagnosticOptions& options);

  /// `%0`, `%1` … of the message are filled by what is streamed into the result.
  clang::DiagnosticBuilder report(Diag diag, clang::SourceLocation where);
  bool error_seen() const { return engine_.hasErrorOccurred(); }

 private:
  clang::DiagnosticsEngine& engine_;
  std::vector<unsigned> ids_;
};

}  // namespace bamboo::translator
