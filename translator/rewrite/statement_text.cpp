// SPDX-License-Identifier: Apache-2.0
#include "rewrite/statement_text.h"

namespace bamboo::translator {
namespace {

/// The statement that ends `statement`; null if it ends with a token of its own.
const clang::Stmt* last_part(const clang::Stmt* statement) {
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return choice->getElse() != nullptr ? choice->getElse() : choice->getThen();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) return loop->getBody();
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement)) return loop->getBody();
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) return loop->getBody();
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) return choice->getBody();
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) return label->getSubStmt();
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) return label->getSubStmt();
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return attributed->getSubStmt();
  return nullptr;
}

const clang::Stmt* innermost_last(const clang::Stmt* statement) {
  while (const clang::Stmt* last = last_part(statement)) statement = last;
  return statement;
}

/// The line before `begin`, which is the start of a line.
llvm::StringRef line_above(llvm::StringRef text, size_t begin) {
  if (begin == 0) return {};
  const size_t end = begin - 1;
  const size_t newline = text.rfind('\n', end);
  const size_t start = newline == llvm::StringRef::npos || end == 0 ? 0 : newline + 1;
  return text.slice(start > end ? end : start, end);
}

/// Includes comments on the lines directly above, which belong to the following statement.
size_t with_comments(llvm::StringRef text, size_t begin) {
  while (begin > 0) {
    const llvm::StringRef line = line_above(text, begin);
    const llvm::StringRef trimmed = line.trim();
    const size_t line_start = line.data() - text.data();
    if (trimmed.starts_with("//")) {
      begin = line_start;
    } else if (trimmed.ends_with("*/")) {
      const size_t open = text.slice(0, begin).rfind("/*");
      if (open == llvm::StringRef::npos) return begin;
      const size_t newline = text.slice(0, open).rfind('\n');
      const size_t open_line = newline == llvm::StringRef::npos ? 0 : newline + 1;
      // Code before the comment keeps it.
      if (!text.slice(open_line, open).trim().empty()) return begin;
      if (text.slice(open, begin).trim().find("*/") + 2 != text.slice(open, begin).trim().size())
        return begin;
      begin = open_line;
    } else {
      return begin;
    }
  }
  return begin;
}

bool balanced_conditionals(llvm::StringRef text) {
  int depth = 0;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    line = line.ltrim();
    if (!line.consume_front("#")) continue;
    line = line.ltrim();
    if (line.starts_with("if")) ++depth;
    if (line.starts_with("endif")) --depth;
    if (line.starts_with("el") && depth == 0) return false;
    if (depth < 0) return false;
  }
  return depth == 0;
}

std::optional<std::pair<clang::FileID, unsigned>> file_offset(const AnnotatedUnit& unit,
                                                              clang::SourceLocation location,
                                                              bool behind) {
  const clang::SourceManager& sources = unit.sources();
  if (location.isMacroID()) {
    const int at = unit.record.token_at(location);
    if (at < 0) return std::nullopt;
    const auto& tokens = unit.record.tokens;
    const int beyond = behind ? at + 1 : at - 1;
    const bool inner =
        beyond >= 0 && beyond < static_cast<int>(tokens.size()) &&
        tokens[beyond].getLocation().isMacroID() &&
        sources.getExpansionLoc(tokens[beyond].getLocation()) == sources.getExpansionLoc(location);
    if (inner) return std::nullopt;
    const clang::CharSourceRange range = sources.getExpansionRange(location);
    location = behind ? range.getEnd() : range.getBegin();
  }
  auto [file, offset] = sources.getDecomposedLoc(location);
  if (behind)
    offset += clang::Lexer::MeasureTokenLength(location, sources, unit.context.getLangOpts());
  return std::make_pair(file, offset);
}

/// The first of the directives directly before a statement.
clang::SourceLocation first_directive(const AnnotatedUnit& unit, const clang::Stmt* statement) {
  for (const Binding& binding : unit.bindings) {
    if (binding.slot != statement) continue;
    const Directive& first = unit.record.directives[binding.directives.front()];
    const clang::SourceLocation begin = first.range.getBegin();
    // An attribute may precede the directive.
    const bool attribute =
        llvm::isa<clang::AttributedStmt>(statement) &&
        unit.sources().isBeforeInTranslationUnit(statement->getBeginLoc(), begin);
    return attribute ? statement->getBeginLoc() : begin;
  }
  return statement->getBeginLoc();
}

}  // namespace

clang::SourceLocation statement_end(const AnnotatedUnit& unit, const clang::Stmt* statement) {
  const clang::Stmt* last = innermost_last(statement);
  const clang::SourceLocation end = last->getEndLoc();
  if (llvm::isa<clang::CompoundStmt, clang::NullStmt, clang::DeclStmt, clang::CXXTryStmt>(last))
    return end;
  const int at = unit.record.token_at(end);
  const auto& tokens = unit.record.tokens;
  const bool semicolon =
      at >= 0 && at + 1 < static_cast<int>(tokens.size()) && tokens[at + 1].is(clang::tok::semi);
  return semicolon ? tokens[at + 1].getLocation() : end;
}

std::optional<TextRange> text_range(const AnnotatedUnit& unit, const clang::Stmt* statement) {
  clang::SourceLocation start = first_directive(unit, statement);
  if (start.isMacroID() && unit.record.token_at(start) < 0)
    start = unit.sources().getExpansionLoc(start);  // a `_Pragma` of a macro is no token
  const auto begin = file_offset(unit, start, false);
  const auto end = file_offset(unit, statement_end(unit, statement), true);
  if (!begin || !end || begin->first != end->first || begin->second >= end->second)
    return std::nullopt;
  const llvm::StringRef text = unit.sources().getBufferData(begin->first);
  size_t from = begin->second;
  size_t to = end->second;
  const size_t newline = text.slice(0, from).rfind('\n');
  const size_t line_start = newline == llvm::StringRef::npos ? 0 : newline + 1;
  if (text.slice(line_start, from).trim().empty()) from = with_comments(text, line_start);
  const llvm::StringRef rest = text.slice(to, text.find('\n', to)).trim();
  const bool one_comment = rest.starts_with("/*") && rest.find("*/") + 2 == rest.size();
  if (rest.empty() || rest.starts_with("//") || one_comment)
    to = std::min(text.find('\n', to), text.size() - 1) + 1;
  if (!balanced_conditionals(text.slice(from, to))) return std::nullopt;
  return TextRange{begin->first, static_cast<unsigned>(from), static_cast<unsigned>(to)};
}

}  // namespace bamboo::translator
