// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>

#include "../diagnostic.h"
#include "command_line.h"

namespace bamboo::driver {
namespace {

/// The rules of gcc and GNU ld: blanks separate; ' and " quote; \ escapes the next character.
Words split(const std::string& text) {
  Words words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

void expand_into(const Words& words, Words& result, int depth) {
  constexpr int deepest_nesting = 200;
  for (const std::string& word : words) {
    std::ifstream file;
    if (word.size() > 1 && word[0] == '@') file.open(word.substr(1));
    if (!file.is_open()) {
      result.push_back(word);  // as gcc does: '@x' without a file x is a name
      continue;
    }
    if (depth == deepest_nesting)
      bad_usage("the response file '{}' includes itself", word.substr(1));
    expand_into(split({std::istreambuf_iterator<char>(file), {}}), result, depth + 1);
  }
}

}  // namespace

Words expand_response_files(const Words& words) {
  Words result;
  expand_into(words, result, 0);
  return result;
}

}  // namespace bamboo::driver
