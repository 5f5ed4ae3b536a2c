// SPDX-License-Identifier: Apache-2.0
#include "vf_job.h"

#include <unistd.h>

#include <filesystem>
#include <set>

#include "../contents_of.h"
#include "bamboo/support/environment.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

/// The nodes of an allocation differ from run to run, but their numbers of cores are usually equal.
Words hosts_of(const Launch& launch) {
  Words hosts = launch.cluster_hosts;
  if (launch.allocation) {
    for (const int cores : cores_of_nodes(*launch.allocation))
      hosts.push_back(std::to_string(cores));
  } else {
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    hosts.emplace_back(name);
  }
  if (const auto file = argument_of(launch.launcher_options, host_files))
    hosts.push_back(contents_of(*file));
  return hosts;
}

/// Variables that change only the output, or the choice of VF.
const std::set<std::string> indifferent{"BAMBOO_STATS", "BAMBOO_TRACE", "BAMBOO_TRACE_SIZE",
                                        "BAMBOO_CHOOSE_VF", "BAMBOO_HOST_SECONDS"};

}  // namespace

VfJob vf_job(const Launch& launch, int processes,
             const std::map<std::string, std::string>& settings) {
  std::error_code ignored;
  VfJob job{launch.program, processes, hosts_of(launch)};
  append(job.surroundings, launch.launcher_options);
  append(job.surroundings, {to_string(launch.family), to_string(launch.starter.launcher),
                            find_launcher(launch.family).value_or(""),
                            support::environment("OMP_NUM_THREADS").value_or(""),
                            std::filesystem::current_path(ignored)});
  for (const auto& [name, value] : settings)
    if (!indifferent.contains(name)) job.surroundings.push_back(name + "=" + value);
  return job;
}

}  // namespace bamboo::driver
