// SPDX-License-Identifier: Apache-2.0
#include "directives/directive_parser.h"

#include "bamboo/support/suggestion.h"
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

constexpr llvm::StringRef directive_names[] = {"dimension", "olap",     "send",
                                               "receive",   "optimize", "execute"};
constexpr llvm::StringLiteral dimension_letters = "XYZW";
constexpr int max_dimension = 8;  // of bamboo_layout::dims in bamboo/region.h

/// `did you mean 'X'?` as text and as a fix.
void suggest(clang::DiagnosticBuilder& builder, const clang::Token& token,
             std::optional<std::string_view> better) {
  builder << support::did_you_mean(better);
  if (better && token.getLocation().isFileID())
    builder << clang::FixItHint::CreateReplacement(token.getLocation(), *better);
}

}  // namespace

bool is_directive_name(llvm::StringRef word) {
  return llvm::is_contained(directive_names, word);
}

llvm::StringRef directive_name(DirectiveKind kind) {
  switch (kind) {
    case DirectiveKind::Dimension:
      return "dimension";
    case DirectiveKind::Olap:
      return "olap";
    case DirectiveKind::Send:
      return "send";
    case DirectiveKind::Receive:
      return "receive";
    case DirectiveKind::Optimize:
      return "optimize";
  }
  llvm_unreachable("all kinds are handled");
}

DirectiveParser::DirectiveParser(clang::Preprocessor& preprocessor,
                                 clang::PragmaIntroducer introducer, const clang::Token& first,
                                 Diagnostics& diagnostics)
    : preprocessor_(preprocessor),
      introducer_(introducer),
      diagnostics_(diagnostics),
      token_(first) {}

void DirectiveParser::next() {
  if (!at_end()) directive_.range.setEnd(here());
  preprocessor_.LexUnexpandedToken(token_);
}

void DirectiveParser::next_expanded() {
  if (!at_end()) directive_.range.setEnd(here());
  preprocessor_.Lex(token_);
}

clang::SourceLocation DirectiveParser::here() const {
  // The tokens of a `_Pragma` are in a scratch buffer. Messages point to the operator, which the
  // user sees.
  if (introducer_.Kind == clang::PIK__Pragma) return introducer_.Loc;
  return token_.getLocation();
}

std::optional<std::uint64_t> DirectiveParser::number() const {
  if (!token_.is(clang::tok::numeric_constant)) return std::nullopt;
  std::uint64_t value = 0;
  if (llvm::StringRef(spelling()).getAsInteger(0, value)) return std::nullopt;
  return value;
}

std::optional<Directive> DirectiveParser::parse() {
  directive_.pragma_operator = introducer_.Kind == clang::PIK__Pragma;
  directive_.range = clang::SourceRange(introducer_.Loc, token_.getLocation());
  next();
  if (at_end()) {
    diagnostics_.report(Diag::directive_missing, introducer_.Loc);
    return std::nullopt;
  }
  directive_.name = here();
  if (!parse_name(spelling())) return std::nullopt;
  bool good = false;
  switch (directive_.kind) {
    case DirectiveKind::Dimension:
      good = parse_dimension();
      break;
    case DirectiveKind::Olap:
      good = parse_layouts();
      break;
    case DirectiveKind::Optimize:
      good = parse_flags();
      break;
    case DirectiveKind::Send:
    case DirectiveKind::Receive:
      next();
      good = expect_end();
      break;
  }
  if (!good) return std::nullopt;
  return std::move(directive_);
}

bool DirectiveParser::parse_name(const std::string& name) {
  const auto kind = llvm::StringSwitch<std::optional<DirectiveKind>>(name)
                        .Case("dimension", DirectiveKind::Dimension)
                        .Cases("olap", "execute", DirectiveKind::Olap)
                        .Case("send", DirectiveKind::Send)
                        .Case("receive", DirectiveKind::Receive)
                        .Case("optimize", DirectiveKind::Optimize)
                        .Default(std::nullopt);
  if (!kind) {
    auto builder = diagnostics_.report(Diag::directive_unknown, here());
    builder << name;
    suggest(builder, token_, support::nearest(name, directive_names));
    return false;
  }
  directive_.kind = *kind;
  return true;
}

bool DirectiveParser::parse_dimension() {
  next_expanded();
  if (at_end()) {
    diagnostics_.report(Diag::dimension_number, directive_.name) << max_dimension;
    return false;
  }
  const std::optional<std::uint64_t> value = number();
  if (!value || *value < 1 || *value > max_dimension) {
    diagnostics_.report(Diag::dimension_number, here()) << max_dimension;
    return false;
  }
  directive_.dimension = static_cast<int>(*value);
  next();
  return expect_end();
}

bool DirectiveParser::parse_layouts() {
  next();
  while (!at_end()) {
    if (token_.is(clang::tok::l_brace)) return expect_end();
    if (!token_.is(clang::tok::identifier) || spelling() != "layout") {
      auto builder = diagnostics_.report(Diag::clause_unknown, here());
      builder << spelling();
      suggest(builder, token_, support::nearest(spelling(), {"layout"}));
      return false;
    }
    next();
    if (!token_.isAnyIdentifier() || spelling() == "layout") {
      const clang::SourceLocation where = here();
      const bool call = token_.is(clang::tok::l_paren);
      diagnostics_.report(Diag::layout_name_missing, where) << (call ? words_only("layout") : "");
      return false;
    }
    LayoutClause clause;
    clause.name = spelling();
    clause.location = here();
    next();
    // A class in a namespace is named as anywhere else: a::b::Layout.
    while (token_.is(clang::tok::coloncolon)) {
      next();
      clause.name += "::" + spelling();
      next();
    }
    if (!parse_dims(clause)) return false;
    directive_.layouts.push_back(std::move(clause));
  }
  return true;
}

/// The words that were probably meant as a clause with commas or parentheses.
std::string DirectiveParser::words_only(std::string text) {
  for (; !at_end() && !token_.is(clang::tok::l_brace) && spelling() != "layout"; next())
    if (token_.isAnyIdentifier() || token_.is(clang::tok::numeric_constant))
      text += " " + spelling();
  return support::did_you_mean(text);
}

bool DirectiveParser::parse_dims(LayoutClause& clause) {
  std::string good = clause.name;
  while (!at_end() && !token_.is(clang::tok::l_brace)) {
    const std::string word = spelling();
    if (word == "layout") return true;
    if (token_.isOneOf(clang::tok::comma, clang::tok::l_paren)) {
      const clang::SourceLocation where = here();
      const std::string better = words_only(good);
      diagnostics_.report(Diag::layout_dim_unknown, where) << word << clause.name << better;
      return false;
    }
    int dim = -1;
    if (const std::optional<std::uint64_t> value = number())
      dim = *value < max_dimension ? static_cast<int>(*value) : max_dimension;
    else if (word.size() == 1)
      dim = static_cast<int>(dimension_letters.find(word[0]));
    if (dim < 0) {
      auto builder = diagnostics_.report(Diag::layout_dim_unknown, here());
      builder << word << clause.name;
      const std::string upper = llvm::StringRef(word).upper();
      const bool letter = upper.size() == 1 && dimension_letters.contains(upper);
      suggest(builder, token_,
              letter ? std::optional<std::string_view>(upper) : support::nearest(word, {"layout"}));
      return false;
    }
    clause.dims.emplace_back(dim, here());
    good += " " + word;
    next();
  }
  return true;
}

bool DirectiveParser::parse_flags() {
  next();
  if (at_end()) {
    diagnostics_.report(Diag::optimize_flag_missing, directive_.name);
    return false;
  }
  for (; !at_end(); next()) {
    if (spelling() == "NO_BUFFER_REUSE") {
      directive_.no_buffer_reuse = true;
      continue;
    }
    auto builder = diagnostics_.report(Diag::optimize_flag_unknown, here());
    builder << spelling();
    suggest(builder, token_, support::nearest(spelling(), {"NO_BUFFER_REUSE"}));
    return false;
  }
  return true;
}

bool DirectiveParser::expect_end() {
  if (at_end()) return true;
  if (token_.is(clang::tok::l_brace)) {
    auto builder = diagnostics_.report(Diag::directive_brace, here());
    if (here().isFileID()) builder << clang::FixItHint::CreateInsertion(here(), "\n");
    return false;
  }
  diagnostics_.report(Diag::directive_extra_tokens, here())
      << spelling() << directive_name(directive_.kind);
  return false;
}

}  // namespace bamboo::translator
