// SPDX-License-Identifier: Apache-2.0
// bamboo trace, report, tune and explain: scripts of lib/bamboo/analysis.
#include "analysis.h"

#include <fmt/core.h>
#include <unistd.h>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../version.h"
#include "commands.h"

namespace bamboo::driver {
namespace {

/// The system's Python has the system's matplotlib; another one that is first in PATH may lack it.
std::string python() {
  constexpr const char* system = "/usr/bin/python3";
  if (::access(system, X_OK) == 0) return system;
  const auto found = find_program("python3");
  if (!found) fail("python3 was not found; install it");
  return *found;
}

int run_script(const std::string& name, const Words& words) {
  if (words == Words{"--version"}) {
    fmt::print("bamboo {} {}\n", name, bamboo_version);
    return 0;
  }
  replace_process(analysis_script(name, words));
}

}  // namespace

Words analysis_script(const std::string& name, const Words& words) {
  const std::string script =
      InstallTree::of_this_tool().required("analysis/" + name + "_command.py");
  Words command{python(), "-B", script};  // -B: the installation may belong to another user
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

int trace_command(const Words& words) {
  return run_script("trace", words);
}
int report_command(const Words& words) {
  return run_script("report", words);
}
int tune_command(const Words& words) {
  return run_script("tune", words);
}
int explain_command(const Words& words) {
  return run_script("explain", words);
}

}  // namespace bamboo::driver
