// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostic_options.h"

namespace bamboo::translator {

bool DiagnosticOptions::take(llvm::StringRef argument) {
  if (argument == "-Rpass=bamboo") return passed_ = true;
  if (argument == "-Rpass-missed=bamboo") return missed_ = true;
  if (!argument.consume_front("-W")) return false;
  const bool no = argument.consume_front("no-");
  const bool error = argument.consume_front("error=");
  if (!argument.consume_front("bamboo-")) return false;
  const DiagnosticEntry* entry = find_diagnostic(argument);
  if (entry == nullptr || entry->level != DiagLevel::Warning)
    unknown_name_ = argument.str();
  else if (!error)
    levels_[entry->diag] = no ? WarningLevel::Off : WarningLevel::Warning;
  else if (!no)
    levels_[entry->diag] = WarningLevel::Error;
  else if (level_of(entry->diag) == WarningLevel::Error)
    levels_[entry->diag] = WarningLevel::Warning;
  return true;
}

WarningLevel DiagnosticOptions::level_of(Diag warning) const {
  const auto found = levels_.find(warning);
  return found == levels_.end() ? WarningLevel::Warning : found->second;
}

}  // namespace bamboo::translator
