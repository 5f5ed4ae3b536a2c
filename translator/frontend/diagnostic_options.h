// SPDX-License-Identifier: Apache-2.0
// The warnings and remarks that the command line asks for.
#pragma once

#include "frontend/diagnostic_table.h"

namespace bamboo::translator {

enum class WarningLevel { Off, Warning, Error };

class DiagnosticOptions {
 public:
  /// Accepts `-Rpass=bamboo`, `-Rpass-missed=bamboo`, `-W[no-]bamboo-NAME` and
  /// `-W[no-]error=bamboo-NAME`; returns false for another argument. The last option about a
  /// warning counts.
  bool take(llvm::StringRef argument);

  /// A name in an option for a warning that no warning has.
  const std::optional<std::string>& unknown_name() const { return unknown_name_; }

  /// -Rpass=bamboo: remarks about changes
  bool shows_passed() const { return passed_; }
  /// -Rpass-missed=bamboo: remarks about unchanged code, with reasons
  bool shows_missed() const { return missed_; }
  WarningLevel level_of(Diag warning) const;

 private:
  bool passed_ = false;
  bool missed_ = false;
  std::map<Diag, WarningLevel> levels_;
  std::optional<std::string> unknown_name_;
};

}  // namespace bamboo::translator
