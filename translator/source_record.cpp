// SPDX-License-Identifier: Apache-2.0
#include "source_record.h"

#include "diagnostics.h"
#include "directive_parser.h"

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
      record_.directives.push_back(std::move(*directive));
    }
  }

 private:
  SourceRecord& record_;
  Diagnostics& diagnostics_;
};

class InclusionRecorder : public clang::PPCallbacks {
 public:
  InclusionRecorder(SourceRecord& record, const clang::SourceManager& sources)
      : record_(record), sources_(sources) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool angled, clang::CharSourceRange name_range,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    Inclusion inclusion;
    inclusion.hash = hash;
    inclusion.end = name_range.getEnd();
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
  SourceRecord& record_;
  const clang::SourceManager& sources_;
  bool pending_ = false;
};

}  // namespace

void SourceRecord::attach(SourceRecord& record, clang::CompilerInstance& compiler,
                          Diagnostics& diagnostics) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  const clang::SourceManager& sources = compiler.getSourceManager();
  // The preprocessor owns and deletes its handlers.
  preprocessor.AddPragmaHandler(new BambooPragma(record, diagnostics));
  preprocessor.addPPCallbacks(std::make_unique<InclusionRecorder>(record, sources));
  preprocessor.setTokenWatcher([&record, &sources](const clang::Token& token) {
    if (token.isAnnotation()) return;
    if (record.directives.empty() || record.directives.back().next_token.isValid()) {
      if (sources.isInSystemHeader(token.getLocation())) return;
    }
    record.add_token(token);
  });
}

void SourceRecord::add_token(const clang::Token& token) {
  if (!token.is(clang::tok::eof)) {
    // All directives since the last token stand before this one.
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
