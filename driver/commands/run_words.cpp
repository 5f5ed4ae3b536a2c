// SPDX-License-Identifier: Apache-2.0
#include "run_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

/// The launchers' names of options that Bamboo has as well.
std::string own_spelling(const std::string& word) {
  return word == "-np" || word == "-c" ? "-n" : word == "-show" ? "--show" : word;
}

const CLI::Option* own_option(const CLI::App& app, const std::string& word) {
  const bool joined_number = word.rfind("-n", 0) == 0 && word.size() > 2 &&
                             word.find_first_not_of("0123456789", 2) == std::string::npos;
  if (joined_number) return app.get_option_no_throw("-n");
  return app.get_option_no_throw(word.substr(0, word.find('=')));
}

}  // namespace

RunWords split_run_words(const CLI::App& app, const Words& words) {
  RunWords result;
  const bool separated = std::find(words.begin(), words.end(), "--") != words.end();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = own_spelling(words[i]);
    if (word == "--") {
      result.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (word.empty() || word[0] != '-') {
      if (!separated) {
        result.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
        break;
      }
      result.launcher.push_back(word);  // the argument of a launcher's option
      continue;
    }
    const CLI::Option* option = own_option(app, word);
    if (option == nullptr) {
      result.launcher.push_back(word);
      continue;
    }
    result.own.push_back(word);
    const bool takes_value = option->get_items_expected_min() > 0;
    if (takes_value && (word[1] == '-' ? word.find('=') == std::string::npos : word.size() == 2) &&
        i + 1 < words.size()) {
      result.own.push_back(words[++i]);
    }
  }
  return result;
}

}  // namespace bamboo::driver
