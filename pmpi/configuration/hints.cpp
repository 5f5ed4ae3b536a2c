// SPDX-License-Identifier: Apache-2.0
#include "configuration/hints.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>

#include "bamboo/support/diagnostic.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr const char *pattern_key = "bamboo_plans_pattern",
                     *scheduler_key = "bamboo_plans_scheduler",
                     *address_key = "bamboo_plans_pattern_address";

std::optional<std::string> value_of(MPI_Info info, const char* key) {
  int length = 0, there = 0;
  if (info == MPI_INFO_NULL || PMPI_Info_get_valuelen(info, key, &length, &there) != MPI_SUCCESS ||
      !there)
    return std::nullopt;
  std::string value(length + 1, '\0');
  if (length > 0) PMPI_Info_get(info, key, length, value.data(), &there);
  value.resize(length);
  return value;
}

/// Returns the value of a key by `parse(value)`, which throws std::invalid_argument.
template <class Parse>
void read(MPI_Info info, const char* key, bool warns, Hints& hints, const Parse& parse) {
  const auto value = value_of(info, key);
  if (!value) return;
  try {
    parse(*value);
    hints.said[key] = *value;
  } catch (const std::invalid_argument& error) {
    if (warns) warn_of_key("'" + std::string(key) + "': " + error.what());
  }
}

/// Multicast is started for all processes or for none, before the first communicator exists.
std::vector<Rule> parse_plans(const std::string& value) {
  std::vector<Rule> rules = parse_hint(value);
  for (const Rule& rule : rules)
    if (rule.algorithm && rule.algorithm->by_multicast)
      throw std::invalid_argument("'" + value + "': only BAMBOO_PLANS_FORCE asks for multicast");
  return rules;
}

bool parse_pattern(const std::string& value) {
  if (value != "global" && value != "local")
    throw std::invalid_argument("'" + value + "'; it may be global or local");
  return value == "global";
}

const Scheduler* parse_scheduler(const std::string& value) {
  constexpr const char* best = "best";
  const Scheduler* found = find_scheduler(value);
  if (value == best || (found && serves_everything(*found))) return found;
  std::string names = best;
  for (const Scheduler& each : schedulers())
    if (serves_everything(each)) names += std::string(", ") + each.name;
  throw std::invalid_argument("'" + value + "'; it may be one of " + names);
}

std::vector<std::size_t> pattern_at(const std::string& value, int size) {
  char* end = nullptr;
  const auto address = std::strtoull(value.c_str(), &end, 16);
  if (address == 0 || *end != '\0' || address % alignof(MPI_Count) != 0)
    throw std::invalid_argument("'" + value + "' is no address of MPI_Counts");
  const auto* bytes = reinterpret_cast<const MPI_Count*>(address);
  return {bytes, bytes + static_cast<std::size_t>(size) * size};
}

}  // namespace

std::size_t Hints::fingerprint() const {
  if (said.empty()) return 0;
  std::string all;
  for (const auto& [key, value] : said)
    if (key != address_key) all += key + '=' + value + '\n';
  for (std::size_t bytes : pattern) all += std::to_string(bytes) + ' ';
  return std::hash<std::string>()(all);
}

void Hints::replace(const Hints& later) {
  for (const auto& [key, value] : later.said) said[key] = value;
  if (later.rules) rules = later.rules;
  if (later.scheduler) scheduler = later.scheduler;
  if (!later.pattern_is_global) return;
  pattern_is_global = later.pattern_is_global;
  pattern = later.pattern;
}

void warn_of_key(const std::string& text) {
  support::warning("info key %s; it is ignored", text.c_str());
}

bool has_hints(MPI_Info info) {
  return value_of(info, plans_key) || value_of(info, pattern_key) || value_of(info, scheduler_key);
}

Hints read_hints(MPI_Info info, int rank, int size) {
  Hints hints;
  const bool warns = rank == 0;
  read(info, plans_key, warns, hints, [&](const auto& v) { hints.rules = parse_plans(v); });
  read(info, scheduler_key, warns, hints,
       [&](const auto& v) { hints.scheduler = parse_scheduler(v); });
  read(info, pattern_key, warns, hints,
       [&](const auto& v) { hints.pattern_is_global = parse_pattern(v); });
  if (hints.pattern_is_global.value_or(false))
    read(info, address_key, warns, hints,
         [&](const auto& v) { hints.pattern = pattern_at(v, size); });
  return hints;
}

}  // namespace bamboo::plans::pmpi
