// SPDX-License-Identifier: Apache-2.0
#include "launcher_options.h"

#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace bamboo::driver {
namespace {

Words::const_iterator find_option(const Words& options, OptionNames names) {
  return std::find_first_of(options.begin(), options.end(), names.begin(), names.end());
}

/// Launchers take one dash or two.
std::string without_dashes(const std::string& option) {
  return option.substr(std::min(option.find_first_not_of('-'), option.size()));
}

std::string help_of_launcher(MpiFamily family, Launcher kind) {
  if (kind == Launcher::Flux) return run_captured({"flux", "run", "--help"}, Capture::Both).output;
  if (kind != Launcher::Mpirun) {
    const std::string program = kind == Launcher::Srun ? "srun" : "mpiexec";
    return run_captured({program, "--help"}, Capture::Both).output;
  }
  const auto launcher = find_launcher(family);
  if (!launcher) return "";
  Words question{*launcher};
  if (family == MpiFamily::OpenMpi && geteuid() == 0) question.emplace_back("--allow-run-as-root");
  question.emplace_back("--help");
  if (family == MpiFamily::OpenMpi) question.emplace_back("full");
  return run_captured(question, Capture::Both).output;
}

}  // namespace

bool user_says(const Words& options, OptionNames names) {
  return find_option(options, names) != options.end();
}

std::optional<std::string> argument_of(const Words& options, OptionNames names) {
  const auto option = find_option(options, names);
  return options.end() - option < 2 ? std::nullopt : std::optional(option[1]);
}

bool launcher_may_know(const std::string& option, MpiFamily family, Launcher launcher) {
  std::string help = help_of_launcher(family, launcher);
  const auto separates = [](char each) { return each == '|' || each == ',' || each == '/'; };
  std::ranges::replace_if(help, separates, ' ');
  Words listed;
  std::istringstream words(help);
  for (std::string word; words >> word;)
    if (word.starts_with('-')) listed.push_back(without_dashes(word));
  const auto lists = [&](const std::string& name) {
    return std::ranges::find(listed, name) != listed.end();
  };
  return !lists("n") || lists(without_dashes(option));  // every launcher has -n
}

}  // namespace bamboo::driver
