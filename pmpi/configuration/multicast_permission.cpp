// SPDX-License-Identifier: Apache-2.0
#include "configuration/multicast_permission.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>

#include "bamboo/support/environment.h"
#include "configuration/words.h"

namespace bamboo::plans::pmpi {
namespace {

bool is_on(const std::string& word, const std::string& where) {
  if (word != "on" && word != "off")
    refuse(where + ": " + in_quotes(word) + "; it may be on or off");
  return word == "on";
}

/// The word of the first line that is no comment.
std::optional<std::string> word_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  for (std::string word, rest; in >> word; std::getline(in, rest))
    if (word[0] != '#') return word;
  return std::nullopt;
}

}  // namespace

bool asks_for_multicast(const std::vector<Rule>& rules) {
  return std::ranges::any_of(
      rules, [](const Rule& rule) { return rule.algorithm && rule.algorithm->by_multicast; });
}

bool allows_multicast(const std::vector<Rule>& forced, const std::filesystem::path& file) {
  if (const auto word = support::environment("BAMBOO_PLANS_MULTICAST"))
    return is_on(*word, "BAMBOO_PLANS_MULTICAST");
  if (asks_for_multicast(forced)) return true;
  const auto word = word_of(file);
  return word && is_on(*word, file.string());
}

}  // namespace bamboo::plans::pmpi
