// SPDX-License-Identifier: Apache-2.0
#include "launch_errors.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "../diagnostic.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"
#include "host_watch.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

/// These options decide where the launcher searches the program.
constexpr const char* program_places[] = {"--path",   "-path",  "--wdir",           "-wdir",
                                          "--wd",     "-wd",    "--configfile",     "-configfile",
                                          "--app",    "-app",   "--preload-binary", "-s",
                                          "--prefix", "-prefix"};

bool exists(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::exists(file, ignored);
}

/// Open MPI's launcher also looks into the working directory.
bool is_found(const std::string& program, MpiFamily family) {
  return find_program(program) || (family == MpiFamily::OpenMpi && is_executable_file(program));
}

void require_program(const Launch& launch) {
  const std::string& program = launch.program[0];
  if (is_found(program, launch.family)) return;
  const bool is_path = program.find('/') != std::string::npos;
  if (is_path && exists(program)) fail("'{}' is no executable file", program);
  const bool is_here = !is_path && is_executable_file(program);
  fail("there is no program '{}'{}", program,
       support::did_you_mean(is_here ? std::optional("./" + program) : std::nullopt));
}

}  // namespace

void require_known_options(const CLI::App& app, const Words& launcher_options, MpiFamily family,
                           Launcher launcher) {
  for (const std::string& word : launcher_options) {
    const std::string option = word.substr(0, word.find('='));
    const std::size_t name = option.find_first_not_of('-');
    if (name == 0 || name == std::string::npos || option.size() - name < 2) continue;
    const std::string spelled = "--" + option.substr(name);
    const auto better = nearest_option(app, spelled);
    const std::size_t near = std::max<std::size_t>(1, spelled.size() / 4);
    if (better && support::edit_distance(spelled, *better) <= near &&
        !launcher_may_know(option, family, launcher)) {
      bad_usage("unknown option '{}'{}", option, support::did_you_mean(*better));
    }
  }
}

void require_files(const Launch& launch) {
  const auto hosts = argument_of(launch.launcher_options, host_files);
  if (hosts && !exists(*hosts)) fail("there is no host file '{}'", *hosts);
  if (!may_use_other_hosts(launch) && !user_says(launch.launcher_options, program_places))
    require_program(launch);
}

}  // namespace bamboo::driver
