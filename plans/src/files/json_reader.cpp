// SPDX-License-Identifier: Apache-2.0
#include "files/json_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace bamboo::plans {
namespace {

/// The maximal length of an excerpt of a long line around the error.
constexpr std::size_t most_shown = 80;

/// Finds where a value begins in a text whose grammar is right.
class Locator {
 public:
  Locator(const std::string& text, const std::string& wanted) : text_(text), wanted_(wanted) {}

  std::size_t find() {
    value("");
    return found_.value_or(text_.find_first_not_of(blanks));
  }

 private:
  static constexpr const char* blanks = " \t\r\n";

  char next() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void value(const std::string& path) {
    const char first = next();
    if (path == wanted_) found_ = at_;
    if (found_) return;
    std::size_t index = 0;
    if (!wanted_.starts_with(path))
      skip();
    else if (first == '{')
      items('}', [&] { member(path); });
    else if (first == '[')
      items(']', [&] { value(path + "[" + std::to_string(index++) + "]"); });
    else
      skip();
  }
  /// Skips the value, whatever it contains.
  void skip() {
    int open = 0;
    do {
      const char first = next();
      if (first == '"') {
        word();
        continue;
      }
      if (first == '{' || first == '[') ++open;
      if (first == '}' || first == ']') --open;
      const std::size_t end = std::min(text_.find_first_of("{[]},:\" \t\r\n", at_), text_.size());
      at_ = std::max(end, at_ + 1);
    } while (open > 0);
  }
  void member(const std::string& path) {
    const std::string key = word();
    next();
    ++at_;  // the colon
    value(path.empty() ? key : path + "." + key);
  }
  template <class Item>
  void items(char end, const Item& item) {
    ++at_;
    while (!found_ && next() != end && at_ < text_.size()) {
      item();
      if (!found_ && next() == ',') ++at_;
    }
    ++at_;
  }
  /// The text without its quotes.
  std::string word() {
    const std::size_t begin = ++at_;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    return text_.substr(begin, at_++ - begin);
  }

  const std::string& text_;
  const std::string& wanted_;
  std::size_t at_ = 0;
  std::optional<std::size_t> found_;
};

JsonText::Json parsed(const std::string& text, const std::string& file) {
  try {
    return JsonText::Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    std::string what = error.what();  // "[json.exception…] parse error at line 1, column 2: …"
    if (const auto colon = what.find(": "); colon != std::string::npos) what.erase(0, colon + 2);
    throw fault_at(file, text, error.byte > 0 ? error.byte - 1 : 0, what);
  } catch (const nlohmann::json::out_of_range&) {  // which says no place
    throw FileError(file + ": error: a number is too large");
  }
}

}  // namespace

FileError fault_at(const std::string& file, const std::string& text, std::size_t offset,
                   const std::string& what) {
  offset = std::min(offset, text.size());
  const std::size_t before = text.substr(0, offset).rfind('\n');
  const std::size_t line = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  const std::size_t begin = std::max(line, offset - std::min(offset, most_shown / 2));
  const std::string shown = text.substr(begin, std::min(end - begin, most_shown));
  std::string blank = shown.substr(0, offset - begin);
  std::ranges::replace_if(blank, [](char each) { return each != '\t'; }, ' ');
  const auto number = std::count(text.begin(), text.begin() + static_cast<long>(line), '\n') + 1;
  return FileError(file + ":" + std::to_string(number) + ":" + std::to_string(offset - line + 1) +
                   ": error: " + what + "\n" + shown + "\n" + blank + "^");
}

JsonText::JsonText(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)), value_(parsed(text_, file_)) {}

FileError JsonText::fault(const std::string& path, const std::string& what) const {
  const std::size_t offset = Locator(text_, path).find();
  return fault_at(file_, text_, offset, path.empty() ? what : path + ": " + what);
}

}  // namespace bamboo::plans
