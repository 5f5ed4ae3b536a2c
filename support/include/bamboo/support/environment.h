// SPDX-License-Identifier: Apache-2.0
// Environment variables: Bamboo's own table of them, and reading one.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/suggestion.h"

namespace bamboo::support {

/// The value of a variable that is set and not empty.
inline std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

/// A row of variables.def.
struct Variable {
  std::string_view name, readers, expected, preset, meaning;
};

/// Every variable that a part of Bamboo reads.
inline std::span<const Variable> variables() {
  static constexpr Variable table[] = {
#define BAMBOO_VARIABLE(name, readers, expected, preset, meaning) \
  {name, readers, expected, preset, meaning},
#include "bamboo/support/variables.def"
#undef BAMBOO_VARIABLE
  };
  return table;
}

/// Why a value is refused: "BAMBOO_VF='0': expected a positive number".
inline std::string malformed(std::string_view name, std::string_view value) {
  const auto row = std::ranges::find(variables(), name, &Variable::name);
  std::string text(name);
  text.append("='").append(value).append("': expected ");
  return text.append(row != variables().end() ? row->expected : "another value");
}

/// Ends the process, whose variable has a value that makes no sense: bad usage.
[[noreturn]] inline void refuse(std::string_view name, std::string_view value) {
  print(Severity::Error, malformed(name, value));
  std::exit(2);
}

/// Gives `value` what the variable holds, as `parse` reads it (std::nullopt: the value is refused);
/// leaves it alone where the variable is not set.
template <class Value, class Parse>
void read_variable(const char* name, Value& value, Parse parse) {
  const auto text = environment(name);
  if (!text) return;
  const auto parsed = parse(*text);
  if (!parsed) refuse(name, *text);
  value = *parsed;
}

/// The value paired with `text`: parse_choice(text, {{"on", true}, {"off", false}}).
template <class Value>
std::optional<Value> parse_choice(
    std::string_view text, std::initializer_list<std::pair<std::string_view, Value>> choices) {
  for (const auto& [name, value] : choices)
    if (text == name) return value;
  return std::nullopt;
}

/// Warns about every variable with the prefix BAMBOO_ that the table does not have, with the
/// nearest name that it has.
inline void warn_about_unknown_variables() {
  constexpr std::string_view prefix = "BAMBOO_";
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!text.starts_with(prefix)) continue;
    const std::string name(text.substr(0, text.find('=')));
    const auto distance = [&](const Variable& known) { return edit_distance(name, known.name); };
    const auto nearest = std::ranges::min_element(variables(), {}, distance);
    if (nearest->name == name) continue;
    // A name that shares less than half of its own part with another one is no typing error.
    std::string hint;
    if (2 * distance(*nearest) <= name.size() - prefix.size() + 1)
      hint.append("; did you mean ").append(nearest->name).append("?");
    warning("unknown option %s in the environment%s", name.c_str(), hint.c_str());
  }
}

}  // namespace bamboo::support
