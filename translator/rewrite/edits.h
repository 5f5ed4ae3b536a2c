// SPDX-License-Identifier: Apache-2.0
// Changes to the text of files, gathered first and applied once. Unlike clang::Rewriter it can move
// a piece of text that is itself changed, and can reach into the expansion of a macro.
#pragma once

#include "directives/source_record.h"

namespace bamboo::translator {

/// Characters [begin, end) of one file, as one inclusion of it.
struct TextRange {
  clang::FileID file;
  unsigned begin = 0;
  unsigned end = 0;
};

class Edits {
 public:
  Edits(const clang::SourceManager& sources, const clang::LangOptions& language,
        const SourceRecord& record)
      : sources_(sources), language_(language), record_(record) {}

  /// Inserts before the token at `location`; a later call for the same place inserts after earlier
  /// ones.
  void insert_before(clang::SourceLocation location, std::string text);
  /// Inserts after the token at `location`; a later call for the same place inserts before earlier
  /// ones.
  void insert_after(clang::SourceLocation location, std::string text);
  void replace(TextRange range, std::string text);
  void insert(clang::FileID file, unsigned offset, std::string text);
  /// Moves `from` to `to` in the same file, surrounded by `before` and `after`; `hole` stays
  /// behind.
  void move(TextRange from, unsigned to, std::string before, std::string after, std::string hole);

  bool touched(clang::FileID file) const { return files_.count(file) != 0; }
  std::vector<clang::FileID> touched_files() const;
  /// Expands the macros that were changed inside; call before the texts are asked for.
  void expand_macros();
  std::string text(clang::FileID file);

 private:
  struct Edit {
    unsigned begin;
    unsigned end;  ///< characters replaced
    bool left;     ///< belongs to the text before `begin`
    int priority;  ///< order at one place
    std::string text;
    std::optional<TextRange> moved;  ///< text comes from there, between `text` and `behind`
    std::string behind;
    bool hole;  ///< what a move left behind
  };
  struct Expansion {
    std::map<int, std::string> before, behind;  ///< by position in the token stream
  };

  void add(clang::FileID file, Edit edit);
  std::string render(clang::FileID file, unsigned begin, unsigned end) const;
  bool at_edge(clang::SourceLocation location, bool start) const;
  std::string expanded(clang::SourceLocation start, const Expansion& expansion,
                       TextRange& range) const;

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  const SourceRecord& record_;
  std::map<clang::FileID, std::vector<Edit>> files_;
  std::map<clang::SourceLocation, Expansion> expansions_;
  int count_ = 0;
};

}  // namespace bamboo::translator
