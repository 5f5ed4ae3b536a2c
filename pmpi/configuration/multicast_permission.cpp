// SPDX-License-Identifier: Apache-2.0
#include "configuration/multicast_permission.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "bamboo/support/environment.h"
#include "configuration/words.h"

namespace bamboo::plans::pmpi {
namespace {

bool names_multicast(const Rule& rule) {
  return rule.algorithm && rule.algorithm->by_multicast;
}

/// Throws std::invalid_argument.
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

/// A mistake of the administrator must not end the jobs of all users of the host.
MulticastPermission permission_by(const std::filesystem::path& file) {
  const auto word = word_of(file);
  if (!word) return {};
  try {
    return {is_on(*word, file.string()), std::nullopt};
  } catch (const std::invalid_argument& error) {
    return {false, error.what()};
  }
}

}  // namespace

bool asks_for_multicast(const std::vector<Rule>& rules) {
  return std::ranges::any_of(rules, names_multicast);
}

void forbid_multicast(std::vector<Rule>& forced, std::vector<Rule>& tuned) {
  for (Rule& rule : forced)
    if (names_multicast(rule)) rule.algorithm = nullptr;
  std::erase_if(tuned, names_multicast);
}

MulticastPermission multicast_permission(const std::vector<Rule>& forced,
                                         const std::filesystem::path& file) {
  if (const auto word = support::environment("BAMBOO_PLANS_MULTICAST"))
    return {is_on(*word, "BAMBOO_PLANS_MULTICAST"), std::nullopt};
  if (asks_for_multicast(forced)) return {true, std::nullopt};
  return permission_by(file);
}

}  // namespace bamboo::plans::pmpi
