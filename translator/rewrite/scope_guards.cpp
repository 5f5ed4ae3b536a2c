// SPDX-License-Identifier: Apache-2.0
#include "rewrite/scope_guards.h"

#include "rewrite/line_directive.h"
#include "rewrite/statement_text.h"

namespace bamboo::translator {
namespace {

class ScopeGuards {
 public:
  ScopeGuards(const AnnotatedUnit& unit, const Posting& posting, Edits& edits)
      : unit_(unit), sources_(unit.sources()), posting_(posting), edits_(edits) {}

  void emit() {
    for (const Directive& directive : unit_.record.directives) {
      if (directive.range.getBegin().isMacroID()) disarm_in_macro(directive);
      if (directive.kind == DirectiveKind::Dimension) comment_out(directive, "");
    }
    for (const Binding& binding : unit_.bindings) emit_binding(binding);
  }

 private:
  void emit_binding(const Binding& binding) {
    std::string opener;
    std::string closer;
    for (const auto& region : unit_.regions)
      if (region->binding == &binding) opener += region_scope(*region), closer += " }";
    std::string posting;
    for (const auto& block : unit_.blocks) {
      if (block->binding != &binding) continue;
      opener += block_scope(*block);
      closer += " }";
      if (const auto found = posting_.find(block.get()); found != posting_.end())
        posting = found->second;
    }
    for (size_t i = 0; i + 1 < binding.directives.size(); ++i)
      comment_out(unit_.record.directives[binding.directives[i]], "");
    const Directive& last = unit_.record.directives[binding.directives.back()];
    const bool labelled = llvm::isa<clang::LabelStmt, clang::SwitchCase>(binding.slot);
    const bool attributed = !labelled && binding.statement != binding.slot;
    if (labelled || last.range.getBegin().isMacroID()) {
      comment_out(last, "");
      if (!posting.empty()) posting = "\n" + posting + line_of(binding.statement) + "\n";
      edits_.insert_before(binding.statement->getBeginLoc(), opener + posting);
    } else if (attributed) {
      // A `#pragma unroll` must stay directly before its loop.
      if (!posting.empty()) posting = "\n" + posting + line_of(last.range.getBegin()) + "\n";
      comment_out(last, opener + posting);
    } else {
      comment_out(last, opener);
      if (!posting.empty()) insert_posting(binding.statement, posting);
    }
    edits_.insert_after(statement_end(unit_, binding.statement), closer);
  }

  /// Inserts separate lines above the statement.
  void insert_posting(const clang::Stmt* statement, const std::string& posting) {
    const auto [file, offset] = sources_.getDecomposedExpansionLoc(statement->getBeginLoc());
    const llvm::StringRef text = sources_.getBufferData(file);
    const size_t newline = text.slice(0, offset).rfind('\n');
    const size_t line = newline == llvm::StringRef::npos ? 0 : newline + 1;
    if (text.slice(line, offset).trim().empty())
      edits_.insert(file, static_cast<unsigned>(line), posting + line_of(statement) + "\n");
    else
      edits_.insert_before(statement->getBeginLoc(), "\n" + posting + line_of(statement) + "\n");
  }

  std::string line_of(const clang::Stmt* statement) const {
    return line_of(statement->getBeginLoc());
  }

  std::string line_of(clang::SourceLocation location) const {
    const clang::PresumedLoc here = unit_.presumed(location);
    return line_directive(here.getLine(), here.getFilename());
  }

  /// Keeps the directive as a comment after the code that replaces it.
  void comment_out(const Directive& directive, const std::string& code) {
    if (directive.range.getBegin().isMacroID()) return;
    const auto [file, begin] = sources_.getDecomposedLoc(directive.range.getBegin());
    const unsigned end =
        directive.pragma_operator ? operator_end(file, begin) : token_end(directive.range.getEnd());
    std::string text = sources_.getBufferData(file).slice(begin, end).str();
    for (size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.erase(at, 2);
    for (size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) text.erase(at, 2);
    edits_.replace({file, begin, end}, code + "/* " + text + " */");
  }

  /// The host compiler would warn about a `_Pragma("bamboo …")` in a macro as an unknown pragma. A
  /// composed one (`_Pragma(#x)`) has no text to change.
  void disarm_in_macro(const Directive& directive) {
    const clang::SourceLocation spelled = sources_.getSpellingLoc(directive.range.getBegin());
    const auto [file, begin] = sources_.getDecomposedLoc(spelled);
    if (!disarmed_.insert(spelled).second) return;
    const bool in_file = !sources_.isWrittenInScratchSpace(spelled) &&
                         !sources_.isWrittenInCommandLineFile(spelled) &&
                         !sources_.isWrittenInBuiltinFile(spelled);
    const llvm::StringRef text = sources_.getBufferData(file).substr(begin);
    if (in_file && llvm::Regex("^_Pragma[ \t]*\\([ \t]*\"").match(text)) {
      const unsigned end = operator_end(file, begin);
      edits_.replace({file, begin, end}, ("/* " + text.take_front(end - begin) + " */").str());
    } else if (!silenced_) {
      silenced_ = true;
      const clang::FileID main = sources_.getMainFileID();
      const clang::SourceLocation start = sources_.getLocForStartOfFile(main);
      edits_.insert(main, 0,
                    "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n" +
                        line_directive(1, unit_.presumed(start).getFilename()) + "\n");
    }
  }

  unsigned token_end(clang::SourceLocation location) const {
    location = sources_.getExpansionRange(location).getEnd();  // `dimension N` may name a macro
    return sources_.getFileOffset(location) +
           clang::Lexer::MeasureTokenLength(location, sources_, unit_.context.getLangOpts());
  }

  /// The offset after the parenthesis of `_Pragma("…")`.
  unsigned operator_end(clang::FileID file, unsigned begin) const {
    const llvm::StringRef text = sources_.getBufferData(file);
    clang::Lexer lexer(sources_.getLocForStartOfFile(file), unit_.context.getLangOpts(),
                       text.begin(), text.begin() + begin, text.end());
    clang::Token token;
    do lexer.LexFromRawLexer(token);
    while (!token.is(clang::tok::r_paren) && !token.is(clang::tok::eof));
    return token_end(token.getLocation());
  }

  std::string place(const Directive& directive) const {
    const clang::PresumedLoc here = unit_.presumed(directive.range.getBegin());
    return quoted(here.getFilename()) + ", " + std::to_string(here.getLine());
  }

  std::string name(llvm::StringRef what, const Directive& directive) const {
    return ("bamboo_" + what + "_" + llvm::Twine(unit_.line(directive.range.getBegin()))).str();
  }

  static std::string layout_entry(const LayoutClause& clause) {
    std::string text = "{" + quoted(clause.name) + ", {";
    for (size_t i = 0; i < 8; ++i) {
      text += (i > 0 ? ", " : "");
      text += std::to_string(i < clause.dims.size() ? clause.dims[i].first : -1);
    }
    text += "}, " + (clause.function != nullptr ? clause.name : std::string("0")) + ", ";
    if (clause.record == nullptr) return text + "0}";
    return text + "[]() -> const void* { return static_cast<const ::bamboo::Layout*>(new " +
           clause.name + "); }}";
  }

  std::string region_scope(const Region& region) const {
    const Directive& directive = *region.directive;
    const std::string region_name = name("region", directive);
    const std::string layouts_name = name("layouts", directive);
    std::string text = "{ ";
    if (!directive.layouts.empty()) {
      text += "static const bamboo_layout " + layouts_name + "[] = {";
      for (size_t i = 0; i < directive.layouts.size(); ++i)
        text += (i > 0 ? ", " : "") + layout_entry(directive.layouts[i]);
      text += "}; ";
    }
    const int dimension = unit_.dimension != nullptr ? unit_.dimension->dimension : 0;
    text += "static const bamboo_region " + region_name + " = {" + place(directive) + ", " +
            std::to_string(dimension) + ", " + (directive.layouts.empty() ? "0" : layouts_name) +
            ", " + std::to_string(directive.layouts.size()) + ", " +
            (region.no_buffer_reuse ? "BAMBOO_REGION_NO_BUFFER_REUSE" : "0") + "}; ";
    return text + "BAMBOO_REGION(&" + region_name + "); ";
  }

  std::string block_scope(const Block& block) const {
    const std::string block_name = name("block", *block.directive);
    return "{ static const bamboo_block " + block_name + " = {" + place(*block.directive) + "}; " +
           (block.is_send() ? "BAMBOO_SEND(&" : "BAMBOO_RECEIVE(&") + block_name + "); ";
  }

  const AnnotatedUnit& unit_;
  const clang::SourceManager& sources_;
  const Posting& posting_;
  Edits& edits_;
  std::set<clang::SourceLocation> disarmed_;
  bool silenced_ = false;
};

}  // namespace

void insert_scope_guards(const AnnotatedUnit& unit, const Posting& posting, Edits& edits) {
  ScopeGuards(unit, posting, edits).emit();
}

}  // namespace bamboo::translator
