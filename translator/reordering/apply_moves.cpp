// SPDX-License-Identifier: Apache-2.0
#include "reordering/apply_moves.h"

#include "rewrite/line_directive.h"
#include "rewrite/statement_text.h"

namespace bamboo::translator {
namespace {

std::string newlines(llvm::StringRef text) {
  return std::string(text.count('\n'), '\n');
}

bool is_setup(const AnnotatedUnit& unit, const Move& move) {
  return !unit.parents.contains(move.statement, move.send->statement());
}

}  // namespace

void apply_moves(const AnnotatedUnit& unit, llvm::ArrayRef<Move> moves, Edits& edits) {
  const clang::SourceManager& sources = unit.sources();
  for (const Move& move : moves) {
    const TextRange from = *text_range(unit, move.statement);
    const TextRange to = *text_range(unit, move.target);
    const llvm::StringRef text = sources.getBufferData(from.file);
    const auto line_at = [&](unsigned offset) {
      const clang::PresumedLoc here = unit.presumed(sources.getComposedLoc(from.file, offset));
      return line_directive(here.getLine(), here.getFilename());
    };
    const bool fresh_line = to.begin == 0 || text[to.begin - 1] == '\n';
    const bool whole_line = text.slice(from.begin, from.end).ends_with("\n");
    const std::string before = (fresh_line ? "" : "\n") + line_at(from.begin) + "\n";
    const std::string after = (whole_line ? "" : "\n") + line_at(to.begin) + "\n";
    const std::string hole = "/* " + std::string(is_setup(unit, move) ? "set-up for " : "") +
                             "the send block of line " +
                             std::to_string(unit.line(move.send->directive->name)) +
                             " runs before the receive block of line " +
                             std::to_string(unit.line(move.receive->directive->name)) + " */" +
                             newlines(text.slice(from.begin, from.end));
    edits.move(from, to.begin, before, after, hole);
  }
}

}  // namespace bamboo::translator
