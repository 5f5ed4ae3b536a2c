// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "bamboo/plans/files.h"
#include "files/json_reader.h"

namespace bamboo::plans {

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  // A folder opens, but cannot be read.
  if (!in || (in.peek(), in.bad()) || !(text << in.rdbuf() || in.eof()))
    throw FileError(file + ": error: cannot be read: " + std::strerror(errno));
  return text.str();
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw FileError(file + ": error: cannot be written: " + std::strerror(errno));
}

nlohmann::ordered_json parse_json(const std::string& text, const std::string& file) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i + 1 < error.byte && i < text.size(); ++i) {
      ++column;
      if (text[i] != '\n') continue;
      ++line;
      column = 1;
    }
    std::string what = error.what();  // "[json.exception…] parse error at line 1, column 2: …"
    if (const auto colon = what.find(": "); colon != std::string::npos) what.erase(0, colon + 2);
    throw FileError(file + ":" + std::to_string(line) + ":" + std::to_string(column) +
                    ": error: " + what);
  }
}

}  // namespace bamboo::plans
