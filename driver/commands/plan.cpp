// SPDX-License-Identifier: Apache-2.0
// bamboo plan: calls lib/bamboo/bamboo-plan, a separate tool; commands that need the MPI's launcher
// are here.
#include "../install_tree.h"
#include "commands.h"

namespace bamboo::driver {

int plan_command(const Words& words) {
  if (!words.empty() && words[0] == "probe")
    return plan_probe_command({words.begin() + 1, words.end()});
  Words command{InstallTree::of_this_tool().required("bamboo-plan")};
  command.insert(command.end(), words.begin(), words.end());
  replace_process(command);
}

}  // namespace bamboo::driver
