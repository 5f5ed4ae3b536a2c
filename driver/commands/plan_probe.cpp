// SPDX-License-Identifier: Apache-2.0
// bamboo plan probe: `bamboo run` with the program that measures the network.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../installed_mpi.h"
#include "commands.h"

namespace bamboo::driver {
namespace {

constexpr const char* probe_footer = R"(
It starts on each host, lets hosts send alone, all at once, and across what may be a trunk, and writes
what it finds as JSON: each host's rate, the switches, the trunks between them. The file is for
--network of the other commands and of 'bamboo run --plans'. Nothing else should use the network
meanwhile. Processes on one host count once. The first process writes the file, on its host; there
--remember keeps it for all later runs of 'bamboo run --plans' on these hosts, or some of them.

examples:
  bamboo plan probe -n 16 -o net.json -- --hostfile hosts
  bamboo plan probe -n 8 --cluster pair -o net.json
  bamboo plan probe -n 16 --remember -- --hostfile hosts
  bamboo plan probe --forget              all that is remembered here
  bamboo plan probe --forget=node7        all networks in which node7 is
)";

struct ProbeOptions {
  int processes = 0;
  std::string mpi, cluster;
  std::string output;
  std::string seconds = "30";
  bool remember = false;
};

void declare(CLI::App& app, ProbeOptions& options) {
  app.footer(probe_footer);
  app.add_option("-n,--np", options.processes, "how many processes start; one on each host will do")
      ->required()
      ->check(CLI::Range(2, 1 << 20))
      ->type_name("PROCESSES");
  app.add_option("-o,--output", options.output,
                 "the network (default: network.json, with --remember none)")
      ->type_name("FILE");
  app.add_flag("--remember", options.remember, "keep it for later runs on these hosts");
  app.add_option("--forget", "remove what is remembered, or only networks with that host")
      ->type_name("[=HOST]");  // forget() does this
  app.add_option("--seconds", options.seconds, "that it may measure (default: 30)")
      ->check(CLI::Range(1, 3600))
      ->type_name("SECONDS");
  app.add_option("--mpi", options.mpi, "which installed MPI (default: the first in PATH)")
      ->type_name("openmpi|mpich|FOLDER");
  app.add_option("--cluster", options.cluster, "on the hosts of that cluster (bamboo cluster)")
      ->type_name("NAME");
}

bool forgets(const std::string& word) {
  return word == "--forget" || word.starts_with("--forget=");
}

/// Nothing has to be started, so bamboo-plan handles the command alone.
[[noreturn]] void forget(const Words& words) {
  if (words.size() != 1 || words[0] == "--forget=")
    bad_usage("--forget takes no other option: --forget, or --forget=HOST");
  replace_process({InstallTree::of_this_tool().required("bamboo-plan"), "probe", words[0]});
}

}  // namespace

int plan_probe_command(const Words& words) {
  set_tool_name("bamboo plan probe");
  CLI::App app(
      "bamboo plan probe -n PROCESSES [OPTIONS] [-- launcher options]\n"
      "Measures the network between hosts: rates, and which hosts share a trunk.",
      "bamboo plan probe");
  ProbeOptions options;
  declare(app, options);
  const auto dashes = std::ranges::find(words, "--");
  if (std::any_of(words.begin(), dashes, forgets)) forget(words);
  if (const auto status = parse_words(app, {words.begin(), dashes})) return *status;
  if (options.output.empty() && !options.remember) options.output = "network.json";
  const auto wanted = use_wanted_mpi(options.mpi);
  const MpiFamily family = wanted ? *wanted : first_with_launcher();
  Words run{"-n",       std::to_string(options.processes), "--vf", "1", "--mpi", to_string(family),
            "--no-tune"};
  if (!options.cluster.empty()) run.insert(run.end(), {"--cluster", options.cluster});
  if (dashes != words.end()) run.insert(run.end(), dashes + 1, words.end());
  run.insert(run.end(),
             {"--", InstallTree::of_this_tool().required("bamboo-probe-" + to_string(family)),
              "--seconds", options.seconds});
  if (!options.output.empty())
    run.insert(run.end(), {"-o", std::filesystem::absolute(options.output).string()});
  if (options.remember) run.emplace_back("--remember");
  return run_command(run);
}

}  // namespace bamboo::driver
