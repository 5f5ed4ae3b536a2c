// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostic_table.h"

#include "bamboo/support/suggestion.h"

namespace bamboo::translator {
namespace {

constexpr DiagnosticEntry table[] = {
#define BAMBOO_DIAG(level, id, message, explanation) \
  {Diag::id, DiagLevel::level, #id, message, explanation},
#include "frontend/diagnostics.def"
#undef BAMBOO_DIAG
};

}  // namespace

std::string DiagnosticEntry::name() const {
  std::string name = id.str();
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string DiagnosticEntry::bracket() const {
  return (level == DiagLevel::Warning ? "-Wbamboo-" : "bamboo:") + name();
}

llvm::ArrayRef<DiagnosticEntry> diagnostic_table() {
  return table;
}

const DiagnosticEntry* find_diagnostic(llvm::StringRef name) {
  const auto* found = llvm::find_if(table, [&](const DiagnosticEntry& entry) {
    return entry.level != DiagLevel::Note && entry.name() == name;
  });
  return found == std::end(table) ? nullptr : found;
}

std::optional<std::string> nearest_diagnostic(llvm::StringRef name,
                                              std::optional<DiagLevel> level) {
  std::vector<std::string> names;
  for (const DiagnosticEntry& entry : table) {
    const bool wanted = level ? entry.level == *level : entry.level != DiagLevel::Note;
    if (wanted) names.push_back(entry.name());
  }
  const auto best = support::nearest(name, names);
  return best ? std::optional<std::string>(*best) : std::nullopt;
}

llvm::StringRef level_name(DiagLevel level) {
  switch (level) {
    case DiagLevel::Error:
      return "error";
    case DiagLevel::Warning:
      return "warning";
    case DiagLevel::Note:
      return "note";
    case DiagLevel::Remark:
      return "remark (-Rpass=bamboo)";
    case DiagLevel::Missed:
      return "remark (-Rpass-missed=bamboo)";
  }
  llvm_unreachable("all levels are handled");
}

}  // namespace bamboo::translator
