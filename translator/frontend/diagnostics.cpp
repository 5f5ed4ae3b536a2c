// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

using Engine = clang::DiagnosticsEngine;

Engine::Level level_of_warning(WarningLevel level) {
  switch (level) {
    case WarningLevel::off:
      return Engine::Ignored;
    case WarningLevel::warning:
      return Engine::Warning;
    case WarningLevel::error:
      return Engine::Error;
  }
  llvm_unreachable("all levels are handled");
}

Engine::Level clang_level(const DiagnosticEntry& entry, const DiagnosticOptions& options) {
  switch (entry.level) {
    case DiagLevel::error:
      return Engine::Error;
    case DiagLevel::warning:
      return level_of_warning(options.level_of(entry.diag));
    case DiagLevel::note:
      return Engine::Note;
    case DiagLevel::remark:
      return options.shows_passed() ? Engine::Remark : Engine::Ignored;
    case DiagLevel::missed:
      return options.shows_missed() ? Engine::Remark : Engine::Ignored;
  }
  llvm_unreachable("all levels are handled");
}

std::string text_with_name(const DiagnosticEntry& entry, Engine::Level level) {
  const bool raised = entry.level == DiagLevel::warning && level == Engine::Error;
  const std::string brackets = " [" + std::string(raised ? "-Werror," : "") + entry.bracket() + "]";
  return entry.message.str() + (entry.level == DiagLevel::note ? "" : brackets);
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
