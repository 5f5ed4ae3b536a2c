// SPDX-License-Identifier: Apache-2.0
// All diagnostics of the translator, by name. diagnostics.def has their texts.
#pragma once

#include "frontend/diagnostic_options.h"

namespace bamboo::translator {

class Diagnostics {
 public:
  Diagnostics(clang::DiagnosticsEngine& engine, const DiagnosticOptions& options);

  /// The arguments `%0`, `%1` … of the message are streamed into the result.
  clang::DiagnosticBuilder report(Diag diag, clang::SourceLocation where);
  bool error_seen() const { return engine_.hasErrorOccurred(); }

 private:
  clang::DiagnosticsEngine& engine_;
  std::vector<unsigned> ids_;
};

}  // namespace bamboo::translator
