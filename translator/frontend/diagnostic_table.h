// SPDX-License-Identifier: Apache-2.0
// The rows of diagnostics.def.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class Diag {
#define BAMBOO_DIAG(level, id, message, explanation) id,  // NOLINT(readability-identifier-naming)
#include "frontend/diagnostics.def"
#undef BAMBOO_DIAG
};

/// `Remark` is one of -Rpass=bamboo, `Missed` one of -Rpass-missed=bamboo.
enum class DiagLevel { Error, Warning, Note, Remark, Missed };

struct DiagnosticEntry {
  Diag diag;
  DiagLevel level;
  llvm::StringRef id;
  llvm::StringRef message;
  llvm::StringRef explanation;

  /// `wait-in-send-block`
  std::string name() const;
  /// The text in brackets behind the message: `bamboo:NAME`, of a warning `-Wbamboo-NAME`.
  std::string bracket() const;
};

/// The entries in the order of Diag.
llvm::ArrayRef<DiagnosticEntry> diagnostic_table();

/// Finds an entry by its public name. Notes have none.
const DiagnosticEntry* find_diagnostic(llvm::StringRef name);

/// The public name that is most similar to `name`, among those of a level or all.
std::optional<std::string> nearest_diagnostic(llvm::StringRef name,
                                              std::optional<DiagLevel> level = std::nullopt);

llvm::StringRef level_name(DiagLevel level);

}  // namespace bamboo::translator
