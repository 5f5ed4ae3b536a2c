// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace bamboo::plans {

/// Text by printf's rules, up to 511 bytes.
template <class... Arguments>
void append(std::string& out, const char* format, Arguments... arguments) {
  char line[512];
  std::snprintf(line, sizeof line, format, arguments...);
  out += line;
}

}  // namespace bamboo::plans
