// SPDX-License-Identifier: Apache-2.0
// Messages in the compilers' style: `bamboocc: error: …` on stderr.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>

namespace bamboo::driver {

/// Ends the tool with its message and exit status. 2 is bad usage, 1 everything else.
class Failure : public std::runtime_error {
 public:
  Failure(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

constexpr int exit_failed = 1;
constexpr int exit_bad_usage = 2;

/// The name that begins every message, for example "bamboocc" or "bamboo run".
const std::string& tool_name();
void set_tool_name(std::string name);

void print_error(const std::string& message);
void print_note(const std::string& message);

template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(exit_failed, fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
[[noreturn]] void bad_usage(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(exit_bad_usage, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace bamboo::driver
