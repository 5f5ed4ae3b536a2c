// SPDX-License-Identifier: Apache-2.0
#include "configuration/settings.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <stdexcept>

#include "configuration/planned_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

[[noreturn]] void refuse(const std::string& text) {
  throw std::invalid_argument(text);
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

/// "64K": bytes.
std::size_t parse_bytes(std::string_view text, std::string_view rule) {
  const std::string digits(text);
  char* end = nullptr;
  std::size_t bytes = std::strtoull(digits.c_str(), &end, 10);
  const std::string_view unit = end;
  if (unit == "K" || unit == "k")
    bytes <<= 10;
  else if (unit == "M" || unit == "m")
    bytes <<= 20;
  else if (unit == "G" || unit == "g")
    bytes <<= 30;
  else if (!unit.empty() || digits.empty() || digits[0] == '-')
    refuse("in " + quoted(rule) + ": " + quoted(text) + " is no number of bytes (64, 64K, 1M)");
  return bytes;
}

Operation parse_operation(std::string_view name, std::string_view rule) {
  std::string known;
  for (const Algorithm& algorithm : algorithms()) {
    const std::string_view operation = name_of(algorithm.operation);
    if (operation == name) return algorithm.operation;
    if (!known.ends_with(operation)) known += (known.empty() ? "" : ", ") + std::string(operation);
  }
  refuse("in " + quoted(rule) + ": no operation " + quoted(name) + "; there are " + known);
}

const Algorithm* parse_choice(Operation operation, std::string_view name, std::string_view rule) {
  if (name == "mpi") return nullptr;
  const std::string prefix = std::string(name_of(operation)) + "/";
  if (const Algorithm* found = find_planned(prefix + std::string(name))) return found;
  std::string known = "mpi";
  for (const Algorithm* algorithm : planned_algorithms())
    if (algorithm->operation == operation)
      known += ", " + std::string(algorithm->name + prefix.size());
  refuse("in " + quoted(rule) + ": no algorithm " + quoted(name) + " for " + name_of(operation) +
         "; there are " + known);
}

Rule parse_rule(std::string_view text) {
  const auto words = split(text, ':');
  if (words.size() < 2 || words.size() > 3)
    refuse(quoted(text) + " is not of the form operation:algorithm or operation:from-to:algorithm");
  Rule rule;
  const auto name = split(words[0], '@');
  rule.operation = parse_operation(name[0], text);
  if (name.size() > 1) {
    rule.processes = std::atoi(std::string(name[1]).c_str());
    if (rule.processes < 1 || name.size() > 2)
      refuse("in " + quoted(text) + ": after '@' stands a number of processes");
  }
  rule.algorithm = parse_choice(rule.operation, words.back(), text);
  if (words.size() == 2) return rule;
  const auto ends = split(words[1], '-');
  if (ends.size() != 2) refuse("in " + quoted(text) + ": sizes are of the form from-to");
  if (!ends[0].empty()) rule.from = parse_bytes(ends[0], text);
  if (!ends[1].empty()) rule.to = parse_bytes(ends[1], text);
  return rule;
}

std::string environment(const char* name) {
  const char* text = std::getenv(name);
  return text ? text : "";
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
  refuse(quoted(text) + "; it may be " + all + ", or rules such as alltoall:64K-:gated");
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

Settings read_settings() {
  Settings settings;
  const std::string mode = environment("BAMBOO_PLANS");
  for (std::string_view word : split(mode, ',')) {
    if (word == "off")
      settings.on = false;
    else if (word == "always")
      settings.always = true;
    else if (word == "fixed")
      settings.fixed = true;
    else if (word == "learn")
      settings.learn = true;
    else if (word == "report")
      settings.report = true;
    else if (!word.empty() && word != "on")
      refuse("BAMBOO_PLANS: " + quoted(word) +
             "; it may be on, off, always, fixed, learn, report, or "
             "several of them with commas");
  }
  const std::string forced = environment("BAMBOO_PLANS_FORCE");
  try {
    settings.forced = parse_rules(forced);
  } catch (const std::invalid_argument& error) {
    refuse(std::string("BAMBOO_PLANS_FORCE: ") + error.what());
  }
  const std::string verify = environment("BAMBOO_PLANS_VERIFY");
  settings.verify = !verify.empty() && verify != "0";
  const std::string multicast = environment("BAMBOO_PLANS_MULTICAST");
  if (!multicast.empty() && multicast != "on" && multicast != "off")
    refuse("BAMBOO_PLANS_MULTICAST: " + quoted(multicast) + "; it may be on or off");
  settings.multicast = multicast != "off";
  settings.tuning_file = environment("BAMBOO_PLANS_TUNING");
  settings.report_file = environment("BAMBOO_PLANS_JSON");
  settings.network = environment("BAMBOO_PLANS_NETWORK");
  settings.recalls_network = settings.network.empty();
  if (settings.network == "none") settings.network.clear();
  return settings;
}

std::size_t Settings::fingerprint() const {
  std::string all = std::to_string(on) + std::to_string(always) + std::to_string(fixed) +
                    std::to_string(learn) + std::to_string(report) + std::to_string(verify) +
                    std::to_string(multicast);
  for (const Rule& rule : forced) all += ';' + to_text(rule);
  all += tuning_file.empty() ? "" : " learns";
  all += report_file.empty() ? "" : " writes";
  all += network.empty() ? "" : " network";
  all += recalls_network ? " recalls" : "";
  return std::hash<std::string>()(all);
}

}  // namespace bamboo::plans::pmpi
