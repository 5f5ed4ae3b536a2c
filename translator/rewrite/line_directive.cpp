// SPDX-License-Identifier: Apache-2.0
#include "rewrite/line_directive.h"

namespace bamboo::translator {

std::string line_directive(unsigned line, llvm::StringRef file) {
  return "#line " + std::to_string(line) + " " + quoted(file);
}

std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace bamboo::translator
