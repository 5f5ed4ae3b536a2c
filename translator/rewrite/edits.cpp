// SPDX-License-Identifier: Apache-2.0
#include "rewrite/edits.h"

namespace bamboo::translator {

void Edits::add(clang::FileID file, Edit edit) {
  files_[file].push_back(std::move(edit));
}

bool Edits::at_edge(clang::SourceLocation location, bool start) const {
  const int here = record_.token_at(location);
  const int beyond = start ? here - 1 : here + 1;
  if (here < 0) return false;
  if (beyond < 0 || beyond >= static_cast<int>(record_.tokens.size())) return true;
  const clang::SourceLocation other = record_.tokens[beyond].getLocation();
  return !other.isMacroID() ||
         sources_.getExpansionLoc(other) != sources_.getExpansionLoc(location);
}

void Edits::insert_before(clang::SourceLocation location, std::string text) {
  if (location.isMacroID() && !at_edge(location, true)) {
    expansions_[sources_.getExpansionLoc(location)].before[record_.token_at(location)] += text;
    return;
  }
  const auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(location));
  add(file, {offset, offset, false, ++count_, std::move(text), std::nullopt, "", false});
}

void Edits::insert_after(clang::SourceLocation location, std::string text) {
  if (location.isMacroID() && !at_edge(location, false)) {
    std::string& place =
        expansions_[sources_.getExpansionLoc(location)].behind[record_.token_at(location)];
    place = text + place;
    return;
  }
  const clang::SourceLocation last = sources_.getExpansionRange(location).getEnd();
  const auto [file, offset] = sources_.getDecomposedLoc(last);
  const unsigned end = offset + clang::Lexer::MeasureTokenLength(last, sources_, language_);
  add(file, {end, end, true, -++count_, std::move(text), std::nullopt, "", false});
}

void Edits::replace(TextRange range, std::string text) {
  add(range.file,
      {range.begin, range.end, false, ++count_, std::move(text), std::nullopt, "", false});
}

void Edits::insert(clang::FileID file, unsigned offset, std::string text) {
  add(file, {offset, offset, false, ++count_, std::move(text), std::nullopt, "", false});
}

void Edits::move(TextRange from, unsigned to, std::string before, std::string after,
                 std::string hole) {
  // To the left, so that the moved text precedes everything that is inserted for the statement at
  // `to`.
  add(from.file, {to, to, true, ++count_, std::move(before), from, std::move(after), false});
  add(from.file, {from.begin, from.end, false, ++count_, std::move(hole), std::nullopt, "", true});
}

std::vector<clang::FileID> Edits::touched_files() const {
  std::vector<clang::FileID> result;
  for (const auto& [file, edits] : files_) result.push_back(file);
  return result;
}

std::string Edits::expanded(clang::SourceLocation start, const Expansion& expansion,
                            TextRange& range) const {
  std::string text;
  const int some =
      expansion.before.empty() ? expansion.behind.begin()->first : expansion.before.begin()->first;
  const auto same = [&](int position) {
    const clang::SourceLocation location = record_.tokens[position].getLocation();
    return location.isMacroID() && sources_.getExpansionLoc(location) == start;
  };
  int first = some;
  while (first > 0 && same(first - 1)) --first;
  for (int i = first; i < static_cast<int>(record_.tokens.size()) && same(i); ++i) {
    const clang::Token& token = record_.tokens[i];
    if (i > first && (token.hasLeadingSpace() || token.isAtStartOfLine())) text += ' ';
    if (const auto found = expansion.before.find(i); found != expansion.before.end())
      text += found->second;
    text += clang::Lexer::getSpelling(token, sources_, language_);
    if (const auto found = expansion.behind.find(i); found != expansion.behind.end())
      text += found->second;
  }
  const clang::SourceLocation last =
      sources_.getExpansionRange(record_.tokens[some].getLocation()).getEnd();
  const auto [file, begin] = sources_.getDecomposedLoc(start);
  range = {
      file, begin,
      sources_.getFileOffset(last) + clang::Lexer::MeasureTokenLength(last, sources_, language_)};
  return text;
}

void Edits::expand_macros() {
  for (const auto& [start, expansion] : expansions_) {
    TextRange range;
    std::string text = expanded(start, expansion, range);
    replace(range, std::move(text));
  }
  expansions_.clear();
}

std::string Edits::render(clang::FileID file, unsigned begin, unsigned end) const {
  const llvm::StringRef source = sources_.getBufferData(file);
  std::string result;
  unsigned at = begin;
  std::optional<unsigned> swallowed;  // the text before it was moved away
  const auto found = files_.find(file);
  if (found != files_.end()) {
    for (const Edit& edit : found->second) {
      const bool inside = edit.left ? edit.begin > begin && edit.begin <= end
                                    : edit.begin >= begin && edit.begin < end;
      const bool whole_file = begin == 0 && end == source.size();
      if (!inside && !whole_file) continue;
      // Changes inside of a text that was cut out move with it. The hole that a move leaves is not
      // such a change.
      if (edit.begin < at || (edit.left && swallowed && edit.begin <= *swallowed)) continue;
      if (edit.hole && edit.begin == begin && edit.end == end) continue;
      result += source.substr(at, edit.begin - at);
      result += edit.text;
      if (edit.moved) result += render(file, edit.moved->begin, edit.moved->end) + edit.behind;
      at = edit.end;
      if (edit.hole) swallowed = edit.end;
    }
  }
  result += source.substr(at, end - at);
  return result;
}

std::string Edits::text(clang::FileID file) {
  std::vector<Edit>& edits = files_[file];
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::make_tuple(a.begin, !a.left, !a.hole, a.end > a.begin, a.priority) <
           std::make_tuple(b.begin, !b.left, !b.hole, b.end > b.begin, b.priority);
  });
  return render(file, 0, static_cast<unsigned>(sources_.getBufferData(file).size()));
}

}  // namespace bamboo::translator
