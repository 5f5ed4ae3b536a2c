// SPDX-License-Identifier: Apache-2.0
#include "job_cores.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>
#include <vector>

#include "bamboo/support/cgroup_quota.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

using support::environment;

/// The known properties of one host.
struct Host {
  int mentions = 0;
  std::optional<int> slots;  ///< the sum of its numbers
};
using Hosts = std::map<std::string, Host>;

enum class Unnumbered {
  LikeThisOne,  ///< a host that is named once has the cores of this one
  One,          ///< a mention is a slot
};

int total(const Hosts& hosts, Unnumbered unnumbered) {
  int sum = 0;
  for (const auto& [name, host] : hosts) {
    const bool counts_mentions = unnumbered == Unnumbered::One || host.mentions > 1;
    sum += host.slots.value_or(counts_mentions ? host.mentions : available_cores());
  }
  return sum;
}

void add(Hosts& hosts, const std::string& name, std::optional<int> slots) {
  Host& host = hosts[name];
  ++host.mentions;
  if (slots) host.slots = host.slots.value_or(0) + *slots;
}

/// "a", "a:4".
void add_with_colon(Hosts& hosts, const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const auto slots = colon == std::string::npos
                         ? std::nullopt
                         : support::parse_whole<int>(std::string_view(word).substr(colon + 1), 1);
  add(hosts, word.substr(0, colon), slots);
}

Hosts hosts_of_list(const std::string& list) {
  Hosts hosts;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) add_with_colon(hosts, word);
  return hosts;
}

/// The number of "slots=4", with blanks around the sign or without. "max_slots=9" is a limit only.
std::optional<int> slots_of_line(const std::string& line) {
  static const std::regex slots(R"(\sslots\s*=\s*(\d+))");
  std::smatch found;
  return std::regex_search(line, found, slots) ? support::parse_whole<int>(found.str(1), 1)
                                               : std::nullopt;
}

/// A line for a host: "a", "a slots=4" (Open MPI), "a:4" (MPICH). Returns nothing if there is none.
std::optional<Hosts> hosts_of_file(const std::string& file) {
  Hosts hosts;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    std::string name;
    if (!(std::istringstream(line) >> name)) continue;
    if (const auto slots = slots_of_line(line))
      add(hosts, name, slots);
    else
      add_with_colon(hosts, name);
  }
  return hosts.empty() ? std::nullopt : std::optional(hosts);
}

/// Whether the user sets the number or the placement of processes, which must then not be changed.
bool user_maps(const Launch& launch) {
  constexpr const char* options[] = {"--map-by",    "-map-by",     "--rank-by",
                                     "-rank-by",    "--npernode",  "-npernode",
                                     "--pernode",   "-pernode",    "--npersocket",
                                     "-npersocket", "-N",          "--ppn",
                                     "-ppn",        "-perhost",    "--app",
                                     "-app",        "-configfile", "rmaps_base_mapping_policy"};
  return user_says(launch.launcher_options, options) ||
         user_says(launch.launcher_options, rank_files) ||
         (launch.family == MpiFamily::OpenMpi && environment("OMPI_MCA_rmaps_base_mapping_policy"));
}

/// Open MPI's launcher starts no more processes than the job has tasks.
std::optional<int> cores_of_allocation(const Allocation& allocation, const Launch& launch) {
  const std::vector<int> nodes = cores_of_nodes(allocation);
  if (nodes.empty()) return std::nullopt;
  const int cores = std::accumulate(nodes.begin(), nodes.end(), 0);
  const bool has_slots =
      launch.starter.launcher == Launcher::Mpirun && launch.family == MpiFamily::OpenMpi;
  return has_slots ? std::min(cores, tasks_of(allocation).value_or(cores)) : cores;
}

/// Hosts that the launcher takes where neither the user nor a batch system names any.
std::optional<Hosts> hosts_by_default(MpiFamily family) {
  if (family == MpiFamily::Mpich) {
    const auto file = environment("HYDRA_HOST_FILE");
    return file ? hosts_of_file(*file) : std::nullopt;
  }
  return hosts_of_file(environment("OMPI_MCA_orte_default_hostfile")
                           .value_or("/etc/openmpi/openmpi-default-hostfile"));
}

}  // namespace

int available_cores() {
  cpu_set_t cores;
  const int visible =
      sched_getaffinity(0, sizeof cores, &cores) == 0 ? std::max(CPU_COUNT(&cores), 1) : 1;
  return static_cast<int>(std::ceil(std::min<double>(visible, support::cgroup_quota())));
}

std::optional<int> cores_of_job(const Launch& launch) {
  const Words& options = launch.launcher_options;
  const bool open_mpi = launch.family == MpiFamily::OpenMpi;
  if (user_maps(launch)) return std::nullopt;
  if (const auto list = argument_of(options, host_lists))
    return total(hosts_of_list(*list), open_mpi ? Unnumbered::One : Unnumbered::LikeThisOne);
  if (const auto file = argument_of(options, host_files)) {
    const auto hosts = hosts_of_file(*file);
    return hosts ? std::optional(total(*hosts, Unnumbered::LikeThisOne)) : std::nullopt;
  }
  if (!launch.cluster_hosts.empty())
    return static_cast<int>(launch.cluster_hosts.size()) * available_cores();
  if (launch.allocation) return cores_of_allocation(*launch.allocation, launch);
  const auto hosts = hosts_by_default(launch.family);
  return hosts ? total(*hosts, Unnumbered::LikeThisOne) : available_cores();
}

}  // namespace bamboo::driver
