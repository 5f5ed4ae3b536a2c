// SPDX-License-Identifier: Apache-2.0
#include "directives/source_record.h"

#include "directives/directive_parser.h"
#include "directives/openmp_line.h"
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

class BambooPragma : public clang::PragmaHandler {
 public:
  BambooPragma(SourceRecord& record, Diagnostics& diagnostics)
      : PragmaHandler("bamboo"), record_(record), diagnostics_(diagnostics) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token& first) override {
    DirectiveParser parser(preprocessor, introducer, first, diagnostics_);
    if (std::optional<Directive> directive = parser.parse()) {
      check_place(*directive, preprocessor.getSourceManager());
      record_.add_directive(std::move(*directive), preprocessor.getSourceManager());
    }
  }

 private:
  /// If the directive were moved with its statement, the OpenMP directive would apply to the next
  /// statement.
  void check_place(const Directive& directive, const clang::SourceManager& sources) {
    if (directive.kind == DirectiveKind::Dimension || directive.pragma_operator) return;
    const clang::SourceLocation other = openmp_before(directive.range.getBegin(), sources);
    if (other.isInvalid()) return;
    diagnostics_.report(Diag::directive_behind_openmp, directive.name)
        << directive_name(directive.kind);
    diagnostics_.report(Diag::note_openmp_here, other);
  }

  SourceRecord& record_;
  Diagnostics& diagnostics_;
};

/// `#pragma bambo olap` would be ignored silently.
class MisspeltPragma : public clang::PragmaHandler {
 public:
  explicit MisspeltPragma(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token& token) override {
    constexpr llvm::StringLiteral pragma_name = "bamboo";
    constexpr unsigned most_slips = 2;
    const std::string name = preprocessor.getSpelling(token);
    if (joined(name)) {
      diagnostics_.report(Diag::pragma_misspelt, introducer.Loc) << name;
      return;
    }
    if (llvm::StringRef(name).edit_distance_insensitive(pragma_name) > most_slips) return;
    preprocessor.LexUnexpandedToken(token);
    if (!is_directive_name(preprocessor.getSpelling(token))) return;
    diagnostics_.report(Diag::pragma_misspelt, introducer.Loc) << name;
  }

 private:
  /// `bamboo_send`
  static bool joined(llvm::StringRef name) {
    return name.consume_front_insensitive("bamboo") && is_directive_name(name.ltrim('_').str());
  }

  Diagnostics& diagnostics_;
};

class InclusionRecorder : public clang::PPCallbacks {
 public:
  InclusionRecorder(SourceRecord& record, const clang::Preprocessor& preprocessor)
      : record_(record),
        sources_(preprocessor.getSourceManager()),
        language_(preprocessor.getLangOpts()) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool angled, clang::CharSourceRange name_range,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    Inclusion inclusion;
    inclusion.hash = hash;
    inclusion.end = end_of_name(name_range);
    inclusion.text = name.str();
    inclusion.angled = angled;
    inclusion.file = file;
    record_.inclusions.push_back(inclusion);
    pending_ = true;
  }

  void FileSkipped(const clang::FileEntryRef&, const clang::Token&,
                   clang::SrcMgr::CharacteristicKind) override {
    pending_ = false;
  }

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason != EnterFile || !pending_) return;
    pending_ = false;
    record_.inclusions.back().entered = sources_.getFileID(location);
  }

 private:
  /// For `#include MACRO` the text contains the macro.
  clang::SourceLocation end_of_name(clang::CharSourceRange name) const {
    if (name.getEnd().isFileID()) return name.getEnd();
    const clang::SourceLocation last = sources_.getExpansionRange(name.getBegin()).getEnd();
    return clang::Lexer::getLocForEndOfToken(last, 0, sources_, language_);
  }

  SourceRecord& record_;
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  bool pending_ = false;
};

}  // namespace

void SourceRecord::attach(SourceRecord& record, clang::CompilerInstance& compiler,
                          Diagnostics& diagnostics) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  const clang::SourceManager& sources = compiler.getSourceManager();
  // The preprocessor owns and deletes its handlers.
  preprocessor.AddPragmaHandler(new BambooPragma(record, diagnostics));
  preprocessor.AddPragmaHandler(new MisspeltPragma(diagnostics));
  preprocessor.addPPCallbacks(std::make_unique<InclusionRecorder>(record, preprocessor));
  preprocessor.setTokenWatcher([&record, &sources](const clang::Token& token) {
    if (!token.isAnnotation() && record.wants(token, sources)) record.add_token(token);
  });
}

void SourceRecord::add_directive(Directive directive, const clang::SourceManager& sources) {
  files_.insert(sources.getFileID(sources.getExpansionLoc(directive.range.getBegin())));
  directives.push_back(std::move(directive));
}

bool SourceRecord::wants(const clang::Token& token, const clang::SourceManager& sources) const {
  if (!sources.isInSystemHeader(token.getLocation())) return true;
  if (directives.empty()) return false;
  return directives.back().next_token.isInvalid() ||
         files_.count(sources.getFileID(sources.getExpansionLoc(token.getLocation()))) != 0;
}

void SourceRecord::add_token(const clang::Token& token) {
  if (!token.is(clang::tok::eof)) {
    // All directives since the last token precede this one.
    for (auto directive = directives.rbegin(); directive != directives.rend(); ++directive) {
      if (directive->next_token.isValid()) break;
      directive->next_token = token.getLocation();
    }
  }
  positions_.try_emplace(token.getLocation().getRawEncoding(), tokens.size());
  tokens.push_back(token);
}

int SourceRecord::token_at(clang::SourceLocation location) const {
  const auto found = positions_.find(location.getRawEncoding());
  return found == positions_.end() ? -1 : static_cast<int>(found->second);
}

}  // namespace bamboo::translator
