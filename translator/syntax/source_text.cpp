// SPDX-License-Identifier: Apache-2.0
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

/// A token as the compiler reads it: without the ends of continued lines.
std::string spelling(const clang::Token& token, llvm::StringRef text) {
  if (!token.needsCleaning()) return text.str();
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = text[i] == '\\' ? text.find_first_not_of(" \t\r", i + 1) : text.npos;
    if (end != text.npos && text[end] == '\n')
      i = end;
    else
      result += text[i];
  }
  return result;
}

/// The tokens of `source` on one line, separated by single blanks where they were apart, without
/// comments. Returns nothing if they contain a preprocessor directive.
std::optional<std::string> on_one_line(const std::string& source,
                                       const clang::LangOptions& language) {
  const char* begin = source.c_str();
  clang::Lexer lexer(clang::SourceLocation(), language, begin, begin, begin + source.size());
  std::string text;
  clang::Token token;
  while (true) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) return text;
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) return std::nullopt;
    const char* end = lexer.getBufferLocation();
    const bool apart = token.hasLeadingSpace() || token.isAtStartOfLine();
    if (apart && !text.empty()) text += ' ';
    text += spelling(token, llvm::StringRef(end - token.getLength(), token.getLength()));
  }
}

}  // namespace

std::string text_of(const clang::Stmt* expression, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::LangOptions& language = context.getLangOpts();
  const clang::CharSourceRange range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), sources, language);
  if (range.isValid()) {
    const llvm::StringRef written = clang::Lexer::getSourceText(range, sources, language);
    if (const auto text = on_one_line(written.str(), language)) return *text;
  }
  // The text is a part of a macro's expansion, or a preprocessor conditional cuts it.
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  expression->printPretty(stream, nullptr, context.getPrintingPolicy());
  return on_one_line(stream.str(), language).value_or(printed);
}

}  // namespace bamboo::translator
