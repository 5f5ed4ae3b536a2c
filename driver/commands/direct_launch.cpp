// SPDX-License-Identifier: Apache-2.0
#include "direct_launch.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

int processes_on_a_node(const Launch& launch, int nodes) {
  return (launch.processes + nodes - 1) / nodes;
}

/// How many cores each process gets. Returns 0 if the nodes are unknown.
int cores_for_each(const Launch& launch) {
  const auto nodes = launch.allocation ? cores_of_nodes(*launch.allocation) : std::vector<int>();
  if (nodes.empty()) return 0;
  const int cores = std::accumulate(nodes.begin(), nodes.end(), 0);
  if (launch.processes > cores && launch.launcher_options.empty()) {
    fail(
        "{} processes do not fit on the {} cores of this allocation\n"
        "ask for more, or let virtual ranks share processes (--vf); to start them "
        "anyway, use --launcher srun --overcommit",
        launch.processes, cores);
  }
  const int per_node = processes_on_a_node(launch, static_cast<int>(nodes.size()));
  return std::max(1, std::ranges::min(nodes) / per_node);
}

/// The first process reads standard input, and all processes end when one fails, as under mpirun.
Words srun_command(const Launch& launch) {
  Words words{"srun",         "-n",        std::to_string(launch.processes),
              "--export=ALL", "--input=0", "--kill-on-bad-exit=1"};
  if (!launch.starter.pmi.empty()) words.push_back("--mpi=" + launch.starter.pmi);
  if (const int cores = cores_for_each(launch); cores > 0)
    words.push_back("--cpus-per-task=" + std::to_string(cores));
  return words;
}

Words flux_command(const Launch& launch) {
  Words words{"flux", "run",
              "-n",   std::to_string(launch.processes),
              "-c",   std::to_string(launch.cores_per_process)};
  if (!launch.starter.pmi.empty()) append(words, {"-o", "pmi=" + launch.starter.pmi});
  return words;
}

Words pals_command(const Launch& launch) {
  Words words{"mpiexec", "-n", std::to_string(launch.processes)};
  const auto nodes = launch.allocation ? cores_of_nodes(*launch.allocation) : std::vector<int>();
  if (!nodes.empty()) {
    const int per_node = processes_on_a_node(launch, static_cast<int>(nodes.size()));
    append(words, {"--ppn", std::to_string(per_node)});
  }
  append(words, {"--depth", std::to_string(launch.cores_per_process), "--cpu-bind", "depth"});
  return words;
}

/// The folder of an MPI that is installed in a folder of its own, as modules and wheels are.
std::optional<std::string> own_folder(MpiFamily family) {
  const auto launcher = find_launcher(family);
  std::error_code error;
  const auto program = launcher ? std::filesystem::canonical(*launcher, error) : "";
  const auto prefix = program.parent_path().parent_path();
  const char* library = family == MpiFamily::OpenMpi ? "libmpi.so.40" : "libmpi.so.12";
  for (const char* folder : {"lib", "lib64", "lib/release"})
    if (std::filesystem::exists(prefix / folder / library, error)) return prefix.string();
  return std::nullopt;
}

/// A process of mode tasks loads the MPI of the launcher that has started it. A batch system has
/// none.
std::map<std::string, std::string> environment_for(const Launch& launch) {
  auto environment = launch.environment;
  if (launch.is_tasks)
    if (auto folder = own_folder(launch.family)) environment["BAMBOO_MPI"] = *std::move(folder);
  if (launch.family == MpiFamily::OpenMpi && !may_read_other_processes())
    environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none";
  return environment;
}

}  // namespace

Words direct_launch_command(const Launch& launch) {
  Words words;
  if (launch.starter.launcher == Launcher::Srun) words = srun_command(launch);
  if (launch.starter.launcher == Launcher::Flux) words = flux_command(launch);
  if (launch.starter.launcher == Launcher::Pals) words = pals_command(launch);
  append(words, launch.launcher_options);
  // A variable such as LD_PRELOAD is for the program and not for its launcher.
  words.emplace_back("env");
  for (const auto& [name, value] : environment_for(launch)) words.push_back(name + "=" + value);
  return words;
}

}  // namespace bamboo::driver
