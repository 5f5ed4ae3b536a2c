// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>

#include "../diagnostic.h"
#include "commands.h"

namespace bamboo::driver {

std::optional<int> parse_words(CLI::App& app, Words words) {
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    bad_usage("{}; see '{} --help'", error.what(), tool_name());
  }
  return std::nullopt;
}

}  // namespace bamboo::driver
