// SPDX-License-Identifier: Apache-2.0
#include "allocation.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string_view>

#include "bamboo/support/environment.h"

namespace bamboo::driver {
namespace {

/// Reads Slurm's short form of a list of numbers: "16(x2),8" is 16, 16, 8.
std::vector<int> nodes_of_slurm(const std::string& per_node) {
  std::istringstream parts(per_node);
  std::vector<int> nodes;
  for (std::string part; std::getline(parts, part, ',');) {
    int cores = 0, times = 1;
    char end = ')';
    const int read = std::sscanf(part.c_str(), "%d(x%d%c", &cores, &times, &end);
    const bool is_short = part.find('(') != std::string::npos;
    if (read != (is_short ? 3 : 1) || end != ')' || cores < 1 || times < 1) return {};
    nodes.insert(nodes.end(), static_cast<std::size_t>(times), cores);
  }
  return nodes;
}

/// Flux sets no variable that lists cores; only its commands report them.
std::vector<int> nodes_of_flux(const std::string& /*uri*/) {
  return {};
}

/// Reads the node file of PBS: each line is one slot, and begins with the name of its host.
std::vector<int> nodes_of_pbs(const std::string& file) {
  std::ifstream lines(file);
  std::vector<std::string> hosts;
  std::vector<int> nodes;
  for (std::string line; std::getline(lines, line);) {
    std::string host;
    if (!(std::istringstream(line) >> host)) continue;
    const auto known = std::ranges::find(hosts, host);
    if (known == hosts.end()) {
      hosts.push_back(host);
      nodes.push_back(1);
    } else {
      ++nodes[static_cast<std::size_t>(known - hosts.begin())];
    }
  }
  return nodes;
}

/// Reads LSF's list of hosts and their slots: "a 4 b 8".
std::vector<int> nodes_of_lsf(const std::string& hosts) {
  std::istringstream words(hosts);
  std::vector<int> nodes;
  int slots = 0;
  for (std::string name; words >> name >> slots;) nodes.push_back(slots);
  return nodes;
}

/// Reads the host file of Grid Engine: each line is one host, "NAME SLOTS QUEUE PROCESSORS".
std::vector<int> nodes_of_grid_engine(const std::string& file) {
  std::ifstream in(file);
  std::vector<int> nodes;
  for (std::string line; std::getline(in, line);) {
    std::string name;
    int slots = 0;
    if (std::istringstream(line) >> name >> slots) nodes.push_back(slots);
  }
  return nodes;
}

/// The batch system sets `variable` in the shell of each job. `nodes` reads the cores of each node
/// from its value.
struct Description {
  BatchSystem system;
  std::string_view name;
  const char* variable;
  std::vector<int> (*nodes)(const std::string&);
};

/// Flux comes first: an instance of Flux may run in a job of another system, whose variables are
/// then set as well.
constexpr Description descriptions[] = {
    {BatchSystem::Flux, "Flux", "FLUX_URI", nodes_of_flux},
    {BatchSystem::Slurm, "Slurm", "SLURM_JOB_CPUS_PER_NODE", nodes_of_slurm},
    {BatchSystem::Pbs, "PBS", "PBS_NODEFILE", nodes_of_pbs},
    {BatchSystem::Lsf, "LSF", "LSB_MCPU_HOSTS", nodes_of_lsf},
    {BatchSystem::GridEngine, "Grid Engine", "PE_HOSTFILE", nodes_of_grid_engine}};

const Description& description_of(BatchSystem system) {
  return *std::ranges::find(descriptions, system, &Description::system);
}

}  // namespace

std::string to_string(BatchSystem system) {
  return std::string(description_of(system).name);
}

std::optional<Allocation> allocation_of_environment() {
  for (const Description& each : descriptions)
    if (auto resources = support::environment(each.variable))
      return Allocation{each.system, *std::move(resources)};
  return std::nullopt;
}

std::vector<int> cores_of_nodes(const Allocation& allocation) {
  return description_of(allocation.system).nodes(allocation.resources);
}

std::optional<int> tasks_of(const Allocation& allocation) {
  if (allocation.system != BatchSystem::Slurm) return std::nullopt;
  const auto per_node = support::environment("SLURM_TASKS_PER_NODE");
  const std::vector<int> tasks = per_node ? nodes_of_slurm(*per_node) : std::vector<int>();
  return tasks.empty() ? std::nullopt
                       : std::optional(std::accumulate(tasks.begin(), tasks.end(), 0));
}

}  // namespace bamboo::driver
