// SPDX-License-Identifier: Apache-2.0
#include "checks/host_directives.h"

#include <llvm/Support/FileSystem.h>

#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

/// A name of the file that is equal for all spellings of its path.
std::string identity(llvm::StringRef file) {
  llvm::SmallString<256> path;
  return llvm::sys::fs::real_path(file, path) ? file.str() : path.str().str();
}

/// How often each compiler has read a line as a directive, and one of the places where it did.
struct Line {
  unsigned host = 0;
  unsigned own = 0;
  clang::SourceLocation place;
  bool pragma_operator = false;
};

class Comparison {
 public:
  Comparison(clang::SourceManager& sources, Diagnostics& diagnostics)
      : sources_(sources), diagnostics_(diagnostics) {}

  void add_host(const std::string& file, unsigned line) {
    ++lines_[{identity(file), line}].host;
    ++host_;
  }

  void add_own(const Directive& directive) {
    const clang::PresumedLoc here = sources_.getPresumedLoc(directive.range.getBegin());
    Line& line = lines_[{identity(here.getFilename()), here.getLine()}];
    ++line.own;
    ++own_;
    line.place = directive.range.getBegin();
    line.pragma_operator = directive.pragma_operator;
  }

  void check() {
    std::set<std::string> unclear;
    for (const auto& [where, line] : lines_) {
      if (line.host <= line.own) continue;
      const clang::SourceLocation place = in_text(where.first, where.second);
      // The compilers may give different lines for a `_Pragma`, but the same number of them.
      const bool plain = is_directive(place);
      if (!plain) unclear.insert(where.first);
      if (plain || host_ > own_) report(Diag::directive_host_only, place);
    }
    for (const auto& [where, line] : lines_) {
      if (line.own <= line.host || line.pragma_operator || unclear.count(where.first) != 0)
        continue;
      report(Diag::directive_translator_only, line.place);
    }
  }

 private:
  void report(Diag diag, clang::SourceLocation place) {
    diagnostics_.report(diag, place);
    if (!explained_) diagnostics_.report(Diag::note_host_branch, place);
    explained_ = true;
  }

  /// The first character of a line. The translator may not have read the file.
  clang::SourceLocation in_text(const std::string& file, unsigned line) const {
    const auto entry = sources_.getFileManager().getOptionalFileRef(file);
    if (!entry) return {};
    const clang::FileID id = sources_.getOrCreateFileID(*entry, clang::SrcMgr::C_User);
    return sources_.translateLineCol(id, line, 1);
  }

  bool is_directive(clang::SourceLocation place) const {
    if (place.isInvalid()) return false;
    const auto [file, offset] = sources_.getDecomposedLoc(place);
    const llvm::StringRef line = sources_.getBufferData(file).substr(offset).split('\n').first;
    return llvm::Regex("^[ \t]*#[ \t]*pragma[ \t]+bamboo").match(line);
  }

  clang::SourceManager& sources_;
  Diagnostics& diagnostics_;
  std::map<std::pair<std::string, unsigned>, Line> lines_;
  unsigned host_ = 0;
  unsigned own_ = 0;
  bool explained_ = false;
};

}  // namespace

bool add_host_directives(llvm::StringRef text, HostDirectives& directives) {
  const auto [file, numbers] = text.rsplit(':');
  if (file.empty() || numbers.empty()) return false;
  std::vector<unsigned>& lines = directives[file.str()];
  for (llvm::StringRef number : llvm::split(numbers, ','))
    if (number.getAsInteger(10, lines.emplace_back())) return false;
  return true;
}

void check_host_directives(const SourceRecord& record, const HostDirectives& host,
                           clang::SourceManager& sources, Diagnostics& diagnostics) {
  if (host.empty()) return;  // the host compiler's directives are not known
  Comparison comparison(sources, diagnostics);
  for (const auto& [file, lines] : host)
    for (unsigned line : lines) comparison.add_host(file, line);
  for (const Directive& directive : record.directives) comparison.add_own(directive);
  comparison.check();
}

}  // namespace bamboo::translator
