// SPDX-License-Identifier: Apache-2.0
#include "configuration/tuning_file.h"

#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "bamboo/support/diagnostic.h"

namespace bamboo::plans::pmpi {
namespace {

/// The file's rules as parse_rules reads them.
std::string rules_of(std::istream& file) {
  std::string rules, line;
  while (std::getline(file, line)) {
    line.erase(std::min(line.find('#'), line.size()));
    std::istringstream words(line);
    for (std::string word; words >> word;) rules += word + ';';
  }
  return rules;
}

/// Whether both rules apply to the same calls.
bool same_question(const Rule& a, const Rule& b) {
  return a.operation == b.operation && a.processes == b.processes && a.from == b.from &&
         a.to == b.to;
}

struct {
  std::mutex mutex;
  std::vector<Rule> all;
} learnt_rules;

}  // namespace

std::string read_tuning_file(const std::string& name) {
  std::ifstream file(name);
  std::string rules = rules_of(file);
  try {
    parse_rules(rules);
  } catch (const std::invalid_argument& error) {
    support::print(support::Severity::Warning, error.what() + std::string("; the file is not used"),
                   name);
    rules.clear();
  }
  return rules;
}

bool write_tuning_file(const std::string& name, const std::vector<Rule>& rules) {
  std::vector<Rule> all = rules;
  if (std::ifstream file(name); file) {
    try {
      for (const Rule& old : parse_rules(rules_of(file))) {
        bool replaced = false;
        for (const Rule& rule : rules) replaced = replaced || same_question(old, rule);
        if (!replaced) all.push_back(old);
      }
    } catch (const std::invalid_argument&) {
      return false;  // no tuning file
    }
  }
  std::ofstream file(name);
  file << "# what BAMBOO_PLANS_TUNING has learnt: operation@processes:bytes:algorithm\n";
  for (const Rule& rule : all) file << to_text(rule) << '\n';
  return static_cast<bool>(file);
}

void remember(const Rule& rule) {
  const std::lock_guard lock(learnt_rules.mutex);
  std::erase_if(learnt_rules.all, [&](const Rule& old) { return same_question(old, rule); });
  learnt_rules.all.push_back(rule);
}

void write_remembered(const std::string& name) {
  const std::lock_guard lock(learnt_rules.mutex);
  if (name.empty() || learnt_rules.all.empty()) return;
  if (!write_tuning_file(name, learnt_rules.all))
    support::print(support::Severity::Warning, "the tuning file cannot be written", name);
}

}  // namespace bamboo::plans::pmpi
