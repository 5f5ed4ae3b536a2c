// SPDX-License-Identifier: Apache-2.0
// Messages in the compilers' style on standard error: `bamboo: error: what, and what to do`.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

namespace bamboo::support {

enum class Severity { Error, Warning, Note };

constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

/// One write for each line, so that the lines of several processes do not mix.
inline void print_line(std::string text) {
  text.append("\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// `source` is the tool, or the file in which something is wrong.
inline void print(Severity severity, std::string_view text, std::string_view source = "bamboo") {
  std::string line(source);
  print_line(line.append(": ").append(to_string(severity)).append(": ").append(text));
}

inline void print_formatted(Severity severity, const char* format, std::va_list arguments,
                            std::string_view source = "bamboo") {
  std::va_list measured;
  va_copy(measured, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, measured);
  va_end(measured);
  std::string text(length > 0 ? length : 0, '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  print(severity, text, source);
}

/// `error("rank %d is gone", 3)` prints `bamboo: error: rank 3 is gone`.
[[gnu::format(printf, 1, 2)]] inline void error(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print_formatted(Severity::Error, format, arguments);
  va_end(arguments);
}

[[gnu::format(printf, 1, 2)]] inline void warning(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print_formatted(Severity::Warning, format, arguments);
  va_end(arguments);
}

}  // namespace bamboo::support
