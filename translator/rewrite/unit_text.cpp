// SPDX-License-Identifier: Apache-2.0
#include "rewrite/unit_text.h"

#include "rewrite/line_directive.h"

namespace bamboo::translator {
namespace {

class UnitWriter {
 public:
  UnitWriter(const AnnotatedUnit& unit, Edits& edits, const clang::HeaderSearch& headers)
      : unit_(unit), sources_(unit.sources()), edits_(edits), headers_(headers) {}

  std::string write() {
    edits_.expand_macros();
    const clang::FileID main = sources_.getMainFileID();
    for (clang::FileID file : edits_.touched_files()) inlined_.insert(file);
    spread();
    inlined_.insert(main);
    insert_runtime_header();
    const std::string text = produce(main);
    return first_line(main) + "\n" + text;
  }

 private:
  clang::FileID file_of(const Inclusion& inclusion) const {
    return sources_.getFileID(inclusion.hash);
  }

  /// A file that includes a changed file changes as well. A `#pragma once` does not work on inlined
  /// text, so the inclusions that it made the preprocessor skip have to go too.
  void spread() {
    size_t before = 0;
    do {
      before = inlined_.size();
      for (const Inclusion& inclusion : unit_.record.inclusions)
        if (inlined_.count(inclusion.entered) != 0 || dropped(inclusion))
          inlined_.insert(file_of(inclusion));
    } while (inlined_.size() != before);
  }

  bool once(clang::FileEntryRef file) const {
    const clang::HeaderFileInfo* info = headers_.getExistingFileInfo(file);
    return info != nullptr && info->isPragmaOnce;
  }

  bool dropped(const Inclusion& inclusion) const {
    if (inclusion.entered.isValid() || !inclusion.file || !once(*inclusion.file)) return false;
    return llvm::any_of(inlined_, [&](clang::FileID file) {
      return sources_.getFileEntryRefForID(file) == inclusion.file;
    });
  }

  std::string first_line(clang::FileID file) const {
    return line_directive(1, unit_.presumed(sources_.getLocForStartOfFile(file)).getFilename());
  }

  unsigned end_of_line(clang::FileID file, unsigned offset) const {
    const size_t end = sources_.getBufferData(file).find('\n', offset);
    return end == llvm::StringRef::npos ? sources_.getBufferData(file).size() : end;
  }

  /// Inserts after the inclusion of mpi.h, so that the program's feature-test macros, which precede
  /// every inclusion, stay in effect.
  void insert_runtime_header() {
    std::string text = "#include <bamboo/region.h>\n";
    if (unit_.dimension != nullptr)
      text += "BAMBOO_DIMENSION(" + std::to_string(unit_.dimension->dimension) + ");\n";
    const Inclusion* place = nullptr;
    for (const Inclusion& inclusion : unit_.record.inclusions) {
      if (!inclusion.entered.isValid()) continue;
      if (llvm::sys::path::filename(inclusion.text) != "mpi.h") continue;
      place = &inclusion;
      break;
    }
    while (place != nullptr && inlined_.count(file_of(*place)) == 0)
      place = inclusion_of(file_of(*place));
    const clang::FileID file = place != nullptr ? file_of(*place) : sources_.getMainFileID();
    if (place == nullptr) {
      edits_.insert(file, 0, text + first_line(file) + "\n");
      return;
    }
    const clang::PresumedLoc here = unit_.presumed(place->hash);
    edits_.insert(file, end_of_line(file, sources_.getFileOffset(place->end)),
                  "\n" + text + line_directive(here.getLine() + 1, here.getFilename()));
  }

  const Inclusion* inclusion_of(clang::FileID file) const {
    for (const Inclusion& inclusion : unit_.record.inclusions)
      if (inclusion.entered == file) return &inclusion;
    return nullptr;
  }

  std::string produce(clang::FileID file) {
    for (const Inclusion& inclusion : unit_.record.inclusions)
      if (file_of(inclusion) == file) treat(inclusion, file);
    if (file != sources_.getMainFileID()) disarm_pragma_once(file);
    drop_byte_order_mark(file);
    return edits_.text(file);
  }

  void treat(const Inclusion& inclusion, clang::FileID file) {
    const clang::PresumedLoc here = unit_.presumed(inclusion.hash);
    const unsigned begin = sources_.getFileOffset(inclusion.hash);
    const TextRange range = {file, begin, sources_.getFileOffset(inclusion.end)};
    const std::string original = sources_.getBufferData(file).slice(range.begin, range.end).str();
    if (inlined_.count(inclusion.entered) != 0) {
      std::string text = "/* " + original + " */\n" + first_line(inclusion.entered) + "\n" +
                         produce(inclusion.entered);
      if (text.back() != '\n') text += '\n';
      edits_.replace(range, text + line_directive(here.getLine(), here.getFilename()) + "\n");
    } else if (dropped(inclusion)) {
      edits_.replace(range, "/* " + original + " */");
    } else if (file != sources_.getMainFileID() && inclusion.file &&
               (!inclusion.angled || llvm::StringRef(original).contains("include_next"))) {
      // The name is relative to the original header's folder.
      const std::string path = inclusion.file->getFileEntry().tryGetRealPathName().str();
      if (!path.empty()) edits_.replace(range, "#include \"" + path + "\"");
    }
  }

  /// It is a mark at the start of a file only, and no file's text stays there.
  void drop_byte_order_mark(clang::FileID file) {
    constexpr llvm::StringLiteral byte_order_mark = "\xEF\xBB\xBF";
    if (!sources_.getBufferData(file).starts_with(byte_order_mark)) return;
    edits_.replace({file, 0, static_cast<unsigned>(byte_order_mark.size())}, "");
  }

  void disarm_pragma_once(clang::FileID file) {
    const auto entry = sources_.getFileEntryRefForID(file);
    if (!entry || !once(*entry)) return;
    const llvm::StringRef text = sources_.getBufferData(file);
    llvm::Regex pattern("^[ \t]*#[ \t]*pragma[ \t]+once", llvm::Regex::Newline);
    llvm::SmallVector<llvm::StringRef, 1> match;
    if (!pattern.match(text, &match)) return;
    const unsigned begin = match[0].data() - text.data();
    const unsigned end = begin + match[0].size();
    edits_.replace({file, begin, end}, "/* " + match[0].trim().str() + " */");
  }

  const AnnotatedUnit& unit_;
  const clang::SourceManager& sources_;
  Edits& edits_;
  const clang::HeaderSearch& headers_;
  std::set<clang::FileID> inlined_;
};

}  // namespace

std::string unit_text(const AnnotatedUnit& unit, Edits& edits, const clang::HeaderSearch& headers) {
  return UnitWriter(unit, edits, headers).write();
}

}  // namespace bamboo::translator
