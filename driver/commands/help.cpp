// SPDX-License-Identifier: Apache-2.0
// bamboo help: the help of a command or compiler, or a page of the documentation, in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../version.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

constexpr const char* compilers[] = {"bamboocc", "bambooc++", "bamboofc"};

/// The folders of the documentation. If two have a page of the same name, the earlier one is used.
constexpr const char* sections[] = {"how-to",  "reference",  "explanation", "start",
                                    "results", "developers", "decisions"};

/// The names of the pages in a section.
std::vector<std::string> pages_of(const fs::path& section) {
  std::vector<std::string> names;
  if (!fs::is_directory(section)) return names;
  for (const auto& entry : fs::directory_iterator(section)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".md" && file.stem() != "index") names.push_back(file.stem());
  }
  std::ranges::sort(names);
  return names;
}

/// The page of a topic: "plans", or "results/plans" where another section has one as well.
std::optional<fs::path> page_of(const std::string& topic) {
  const fs::path folder = InstallTree::of_this_tool().documentation();
  const bool names_section = topic.find('/') != std::string::npos;
  for (const char* section : sections) {
    fs::path file = (names_section ? folder : folder / section) / (topic + ".md");
    if (fs::is_regular_file(file)) return file;
  }
  return std::nullopt;
}

void print_page(const fs::path& file) {
  std::ifstream page(file);
  for (std::string line; std::getline(page, line);)
    if (line.rfind("<!--", 0) != 0) fmt::print("{}\n", line);
}

void list_all(std::span<const Command> commands) {
  fmt::print("'bamboo help NAME' shows the help of\n\ncommands\n");
  for (const Command& command : commands)
    fmt::print("  {:<14}{}\n", command.name, command.description);
  fmt::print("\ncompilers\n  {}\n\ntopics\n", fmt::join(compilers, " "));
  const fs::path folder = InstallTree::of_this_tool().documentation();
  for (const char* section : sections)
    fmt::print("  {}: {}\n", section, fmt::join(pages_of(folder / section), " "));
}

/// The words that may follow 'bamboo help'.
std::vector<std::string> known_names(std::span<const Command> commands) {
  std::vector<std::string> names(std::begin(compilers), std::end(compilers));
  for (const Command& command : commands) names.emplace_back(command.name);
  const fs::path folder = InstallTree::of_this_tool().documentation();
  for (const char* section : sections)
    std::ranges::copy(pages_of(folder / section), std::back_inserter(names));
  return names;
}

}  // namespace

int help_command(const Words& words, std::span<const Command> commands) {
  if (words.empty()) {
    list_all(commands);
    return 0;
  }
  const std::string& name = words[0];
  if (name == "--help" || name == "-h") {
    fmt::print(
        "usage: bamboo help [COMMAND... | COMPILER | TOPIC]\n\nexample:\n"
        "  bamboo help nothing-hidden\n");
    return 0;
  }
  if (name == "--version") {
    fmt::print("bamboo help {}\n", bamboo_version);
    return 0;
  }
  for (const Command& command : commands) {
    if (name != command.name) continue;
    set_tool_name("bamboo " + name);
    Words rest(words.begin() + 1, words.end());
    rest.emplace_back("--help");
    return command.run(rest);
  }
  if (std::ranges::find(compilers, name) != std::end(compilers))
    replace_process({InstallTree::of_this_tool().tool(name), "--help"});
  const auto page = page_of(name);
  if (!page) {
    const std::vector<std::string> known = known_names(commands);
    bad_usage("there is no topic '{}'{}", name,
              support::did_you_mean(support::nearest(name, known), "'bamboo help' lists all"));
  }
  print_page(*page);
  return 0;
}

}  // namespace bamboo::driver
