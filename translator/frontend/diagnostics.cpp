// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

using Engine = clang::DiagnosticsEngine;

Engine::Level level_of_warning(WarningLevel level) {
  switch (level) {
    case WarningLevel::Off:
      return Engine::Ignored;
    case WarningLevel::Warning:
      return Engine::Warning;
    case WarningLevel::Error:
      return Engine::Error;
  }
  llvm_unreachable("all levels are handled");
}

Engine::Level clang_level(const DiagnosticEntry& entry, const DiagnosticOptions& options) {
  switch (entry.level) {
    case DiagLevel::Error:
      return Engine::Error;
    case DiagLevel::Warning:
      return level_of_warning(options.level_of(entry.diag));
    case DiagLevel::Note:
      return Engine::Note;
    case DiagLevel::Remark:
      return options.shows_passed() ? Engine::Remark : Engine::Ignored;
    case DiagLevel::Missed:
      return options.shows_missed() ? Engine::Remark : Engine::Ignored;
  }
  llvm_unreachable("all levels are handled");
}

std::string text_with_name(const DiagnosticEntry& entry, Engine::Level level) {
  const bool raised = entry.level == DiagLevel::Warning && level == Engine::Error;
  const std::string brackets = " [" + std::string(raised ? "-Werror," : "") + entry.bracket() + "]";
  return entry.message.str() + (entry.level == DiagLevel::Note ? "" : brackets);
}

}  // namespace

Diagnostics::Diagnostics(Engine& engine, const DiagnosticOptions& options) : engine_(engine) {
  for (const DiagnosticEntry& entry : diagnostic_table()) {
    const Engine::Level level = clang_level(entry, options);
    ids_.push_back(engine.getDiagnosticIDs()->getCustomDiagID(
        static_cast<clang::DiagnosticIDs::Level>(level), text_with_name(entry, level)));
  }
}

clang::DiagnosticBuilder Diagnostics::report(Diag diag, clang::SourceLocation where) {
  return engine_.Report(where, ids_[static_cast<size_t>(diag)]);
}

}  // namespace bamboo::translator
