// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>

#include "../diagnostic.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"

namespace bamboo::driver {

std::optional<std::string> nearest_option(const CLI::App& app, const std::string& word) {
  Words known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const auto found = support::nearest(word, known);
  return found ? std::optional<std::string>(*found) : std::nullopt;
}

std::optional<int> parse_words(CLI::App& app, Words words) {
  std::reverse(words.begin(), words.end());  // CLI11 takes the words from the back of the list
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ExtrasError&) {
    const std::string word = app.remaining()[0];
    const std::string name = word.substr(0, word.find('='));
    const auto better = name.starts_with('-') ? nearest_option(app, name) : std::nullopt;
    bad_usage("unexpected argument '{}'{}", word,
              support::did_you_mean(better, fmt::format("see '{} --help'", tool_name())));
  } catch (const CLI::ParseError& error) {
    bad_usage("{}; see '{} --help'", error.what(), tool_name());
  }
  return std::nullopt;
}

}  // namespace bamboo::driver
