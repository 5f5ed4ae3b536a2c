// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "bamboo/plans/files.h"

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

}  // namespace bamboo::plans
