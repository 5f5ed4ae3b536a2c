// SPDX-License-Identifier: Apache-2.0
// bamboo cluster, and what `bamboo run` needs of it.
#include "cluster.h"

#include <cstdlib>
#include <sstream>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "commands.h"

namespace bamboo::driver {
namespace {

std::string required_tool() {
  const std::string tool = InstallTree::of_this_tool().cluster_tool();
  if (!find_program(tool))
    fail("'{}' is missing: this installation of Bamboo is not complete", tool);
  return tool;
}

}  // namespace

int cluster_command(const Words& words) {
  Words command{required_tool()};
  command.insert(command.end(), words.begin(), words.end());
  replace_process(command);
}

void run_on_cluster(const std::string& cluster, const std::string& seconds, const Words& command) {
  Words whole{required_tool(), "exec", cluster};
  if (!seconds.empty()) whole.insert(whole.end(), {"--timeout", seconds});
  whole.emplace_back("--");
  whole.insert(whole.end(), command.begin(), command.end());
  replace_process(whole);
}

Words cluster_hosts() {
  const char* text = std::getenv("CLUSTER_HOSTS");  // h1:1,h2:1,…
  std::istringstream list(text != nullptr ? text : "");
  Words hosts;
  for (std::string entry; std::getline(list, entry, ',');)
    hosts.push_back(entry.substr(0, entry.find(':')));
  return hosts;
}

std::string hosts_with_slots(const Words& hosts, int processes) {
  const int count = static_cast<int>(hosts.size());
  std::string text;
  for (int i = 0; i < count && i < processes; ++i) {
    const int slots = processes / count + (i < processes % count ? 1 : 0);
    text += (text.empty() ? "" : ",") + hosts[static_cast<std::size_t>(i)] + ":" +
            std::to_string(slots);
  }
  return text;
}

}  // namespace bamboo::driver
