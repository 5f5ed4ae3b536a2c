// SPDX-License-Identifier: Apache-2.0
// Helpers of the readers of the user's settings.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::plans::pmpi {

inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

[[noreturn]] inline void refuse(const std::string& text) {
  throw std::invalid_argument(text);
}

inline std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace bamboo::plans::pmpi
