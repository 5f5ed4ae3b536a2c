// SPDX-License-Identifier: Apache-2.0
#include "pass/options/settings_attribute.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral attribute = "bamboo-overlap";

constexpr std::pair<llvm::StringLiteral, bool Settings::*> switches[] = {
    {"existing", &Settings::existing}, {"no-wildcards", &Settings::no_wildcards},
    {"always", &Settings::always},     {"measure", &Settings::measure},
    {"polls", &Settings::polls},       {"split", &Settings::split},
    {"library", &Settings::library},   {"inlining", &Settings::inlining},
    {"plans", &Settings::plans},       {"conditionals", &Settings::conditionals},
    {"verify", &Settings::verify},
};

constexpr std::pair<llvm::StringLiteral, Level> levels[] = {
    {"basic", Level::Basic}, {"extended", Level::Extended}, {"beyond", Level::Beyond}};

std::string written(const Settings& settings) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  for (const auto& [word, level] : levels)
    if (settings.level == level) words.push_back(word);
  for (const auto& [word, member] : switches)
    if (settings.*member) words.push_back(word);
  return llvm::join(words, ",");
}

}  // namespace

void note_settings(llvm::Module& module, const Settings& settings) {
  const std::string text = written(settings);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(attribute, text);
}

bool has_noted_settings(const llvm::Module& module) {
  return llvm::any_of(
      module, [](const llvm::Function& function) { return function.hasFnAttribute(attribute); });
}

Settings settings_of(const llvm::Function& function, const Settings& otherwise) {
  if (!function.hasFnAttribute(attribute)) return otherwise;
  llvm::SmallVector<llvm::StringRef, 8> words;
  function.getFnAttribute(attribute).getValueAsString().split(words, ',');
  Settings settings;
  for (const auto& [word, level] : levels)
    if (llvm::is_contained(words, word)) settings.level = level;
  for (const auto& [word, member] : switches) settings.*member = llvm::is_contained(words, word);
  return settings;
}

}  // namespace bamboo::overlap
