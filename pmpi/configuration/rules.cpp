// SPDX-License-Identifier: Apache-2.0
#include "configuration/rules.h"

#include <algorithm>
#include <set>
#include <string>

#include "bamboo/support/quantity.h"
#include "configuration/planned_algorithms.h"
#include "configuration/words.h"

namespace bamboo::plans::pmpi {
namespace {

/// "64K": bytes.
std::size_t parse_bytes(std::string_view text, std::string_view rule) {
  const auto bytes = support::parse_size(text);
  if (!bytes)
    refuse("in " + in_quotes(rule) + ": " + in_quotes(text) +
           " is no number of bytes (64, 64K, 1M)");
  return *bytes;
}

Operation parse_operation(std::string_view name, std::string_view rule) {
  std::string known;
  for (const Algorithm& algorithm : algorithms()) {
    const std::string_view operation = name_of(algorithm.operation);
    if (operation == name) return algorithm.operation;
    if (!known.ends_with(operation)) known += (known.empty() ? "" : ", ") + std::string(operation);
  }
  refuse("in " + in_quotes(rule) + ": no operation " + in_quotes(name) + "; there are " + known);
}

const Algorithm* parse_choice(Operation operation, std::string_view name, std::string_view rule) {
  if (name == "mpi") return nullptr;
  const std::string prefix = std::string(name_of(operation)) + "/";
  if (const Algorithm* found = find_planned(prefix + std::string(name))) return found;
  std::string known = "mpi";
  for (const Algorithm* algorithm : planned_algorithms())
    if (algorithm->operation == operation)
      known += ", " + std::string(algorithm->name + prefix.size());
  refuse("in " + in_quotes(rule) + ": no algorithm " + in_quotes(name) + " for " +
         name_of(operation) + "; there are " + known);
}

Rule parse_rule(std::string_view text) {
  const auto words = split(text, ':');
  if (words.size() < 2 || words.size() > 3)
    refuse(in_quotes(text) +
           " is not of the form operation:algorithm or operation:from-to:algorithm");
  Rule rule;
  const auto name = split(words[0], '@');
  rule.operation = parse_operation(name[0], text);
  if (name.size() > 1) {
    const auto processes = support::parse_whole<int>(name[1], 1);
    if (!processes || name.size() > 2)
      refuse("in " + in_quotes(text) + ": a number of processes must follow '@'");
    rule.processes = *processes;
  }
  rule.algorithm = parse_choice(rule.operation, words.back(), text);
  if (words.size() == 2) return rule;
  const auto ends = split(words[1], '-');
  if (ends.size() != 2) refuse("in " + in_quotes(text) + ": sizes are of the form from-to");
  if (!ends[0].empty()) rule.from = parse_bytes(ends[0], text);
  if (!ends[1].empty()) rule.to = parse_bytes(ends[1], text);
  return rule;
}

}  // namespace

std::vector<Rule> parse_rules(std::string_view text) {
  std::vector<Rule> rules;
  for (std::string_view part : split(text, ';'))
    if (!part.empty()) rules.push_back(parse_rule(part));
  return rules;
}

std::vector<Rule> parse_hint(std::string_view text) {
  if (text.find(':') != std::string_view::npos) return parse_rules(text);
  std::vector<Rule> rules;
  std::set<std::string_view> known;
  for (const Algorithm* algorithm : planned_algorithms()) {
    const std::string_view name = algorithm->name;
    known.insert(name.substr(name.find('/') + 1));
    if (text == "off")
      rules.push_back({algorithm->operation});
    else if (name.substr(name.find('/') + 1) == text)
      rules.push_back({.operation = algorithm->operation, .algorithm = algorithm});
  }
  if (!rules.empty()) return rules;
  std::string all = "off";
  for (std::string_view name : known) all += ", " + std::string(name);
  refuse(in_quotes(text) + "; it may be " + all + ", or rules such as alltoall:64K-:gated");
}

std::string to_text(const Rule& rule) {
  std::string text = name_of(rule.operation);
  if (rule.processes) text += '@' + std::to_string(rule.processes);
  if (rule.from != 0 || rule.to != Rule{rule.operation}.to) {
    text += ':' + std::to_string(rule.from) + '-';
    if (rule.to != Rule{rule.operation}.to) text += std::to_string(rule.to);
  }
  const std::string_view algorithm = rule.algorithm ? rule.algorithm->name : "/mpi";
  return text + ':' + std::string(algorithm.substr(algorithm.find('/') + 1));
}

bool concerns(const Rule& rule, Operation operation, int size) {
  return rule.operation == operation && (rule.processes == 0 || rule.processes == size);
}

const Rule* first_that_holds(std::span<const Rule> rules, Operation operation, int size,
                             std::size_t bytes) {
  for (const Rule& rule : rules)
    if (concerns(rule, operation, size) && rule.from <= bytes && bytes <= rule.to) return &rule;
  return nullptr;
}

void narrow(std::pair<std::size_t, std::size_t>& sizes, std::span<const Rule> rules,
            Operation operation, int size, std::size_t bytes) {
  const auto cut = [&](std::size_t begin) {
    if (begin <= bytes)
      sizes.first = std::max(sizes.first, begin);
    else
      sizes.second = std::min(sizes.second, begin - 1);
  };
  for (const Rule& rule : rules) {
    if (!concerns(rule, operation, size)) continue;
    cut(rule.from);
    if (rule.to != Rule{operation}.to) cut(rule.to + 1);
  }
}

}  // namespace bamboo::plans::pmpi
