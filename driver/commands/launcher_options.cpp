// SPDX-License-Identifier: Apache-2.0
#include "launcher_options.h"

#include <algorithm>

namespace bamboo::driver {
namespace {

Words::const_iterator find_option(const Words& options, OptionNames names) {
  return std::find_first_of(options.begin(), options.end(), names.begin(), names.end());
}

}  // namespace

bool user_says(const Words& options, OptionNames names) {
  return find_option(options, names) != options.end();
}

std::optional<std::string> argument_of(const Words& options, OptionNames names) {
  const auto option = find_option(options, names);
  return options.end() - option < 2 ? std::nullopt : std::optional(option[1]);
}

}  // namespace bamboo::driver
