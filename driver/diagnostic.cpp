// SPDX-License-Identifier: Apache-2.0
#include "diagnostic.h"

#include "bamboo/support/diagnostic.h"

namespace bamboo::driver {
namespace {
std::string& name_storage() {
  static std::string name = "bamboo";
  return name;
}
}  // namespace

const std::string& tool_name() {
  return name_storage();
}
void set_tool_name(std::string name) {
  name_storage() = std::move(name);
}

void print_error(const std::string& message) {
  support::print(support::Severity::Error, message, tool_name());
}
void print_note(const std::string& message) {
  support::print(support::Severity::Note, message, tool_name());
}

}  // namespace bamboo::driver
