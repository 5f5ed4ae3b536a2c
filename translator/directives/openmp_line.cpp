// SPDX-License-Identifier: Apache-2.0
#include "directives/openmp_line.h"

namespace bamboo::translator {
namespace {

bool wants_statement(llvm::StringRef construct) {
  static const std::set<llvm::StringRef> names = {
      "parallel", "for",    "simd",     "sections",  "section",    "single",
      "master",   "masked", "scope",    "critical",  "atomic",     "ordered",
      "task",     "teams",  "taskloop", "taskgroup", "distribute", "loop"};
  return names.count(construct) != 0;
}

/// Cuts the last line off, with the lines that it continues.
llvm::StringRef cut_last_line(llvm::StringRef& text) {
  text = text.rtrim();
  size_t begin = text.rfind('\n');
  while (begin != llvm::StringRef::npos && text.take_front(begin).rtrim(" \t\r").ends_with("\\"))
    begin = text.rfind('\n', begin);
  begin = begin == llvm::StringRef::npos ? 0 : begin + 1;
  const llvm::StringRef line = text.substr(begin).ltrim();
  text = text.take_front(begin);
  return line;
}

llvm::StringRef next_word(llvm::StringRef& line) {
  line = line.ltrim(" \t\\\r\n");
  const llvm::StringRef word =
      line.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
  line = line.drop_front(word.size());
  return word;
}

}  // namespace

clang::SourceLocation openmp_before(clang::SourceLocation line,
                                    const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedExpansionLoc(line);
  const llvm::StringRef all = sources.getBufferData(file);
  llvm::StringRef text = all.take_front(all.take_front(offset).rfind('\n') + 1);
  while (!text.empty()) {
    const llvm::StringRef last = cut_last_line(text);
    llvm::StringRef rest = last;
    if (rest.starts_with("//")) continue;
    if (!rest.consume_front("#") || next_word(rest) != "pragma") return {};
    const llvm::StringRef name = next_word(rest);
    if (name == "bamboo") continue;
    if (name != "omp" || !wants_statement(next_word(rest))) return {};
    return sources.getLocForStartOfFile(file).getLocWithOffset(
        static_cast<int>(last.data() - all.data()));
  }
  return {};
}

}  // namespace bamboo::translator
