// SPDX-License-Identifier: Apache-2.0
#include "launch.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "../diagnostic.h"
#include "../package_names.h"
#include "../process.h"
#include "cluster.h"
#include "direct_launch.h"
#include "job_cores.h"
#include "launcher_options.h"

namespace bamboo::driver {
namespace {

bool names_hosts(const Launch& launch) {
  return user_says(launch.launcher_options, host_lists) ||
         user_says(launch.launcher_options, host_files);
}

/// The distribution of processes over hosts of the emulated cluster, unless the user sets it.
Words cluster_options(const Launch& launch) {
  if (launch.cluster_hosts.empty() || names_hosts(launch)) return {};
  return {launch.family == MpiFamily::OpenMpi ? "--host" : "-hosts",
          hosts_with_slots(launch.cluster_hosts, launch.processes)};
}

bool is_crowded(const Launch& launch) {
  if (launch.allocation) {
    const auto cores = cores_of_job(launch);
    return cores && launch.processes * launch.cores_per_process > *cores;
  }
  const int hosts = std::max(1, static_cast<int>(launch.cluster_hosts.size()));
  const int on_this_host = (launch.processes + hosts - 1) / hosts;
  return on_this_host * launch.cores_per_process > available_cores();
}

/// The options by which Open MPI binds processes to cores, or sets the number of cores for each
/// process.
bool user_binds(const Launch& launch) {
  constexpr const char* options[] = {"--cpu-set", "-cpu-set",        "--cpu-list",
                                     "-cpu-list", "--cpus-per-proc", "-cpus-per-proc"};
  for (const char* name : {"OMPI_MCA_hwloc_base_binding_policy", "OMPI_MCA_hwloc_base_cpu_list",
                           "OMPI_MCA_orte_rankfile"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return std::any_of(launch.launcher_options.begin(), launch.launcher_options.end(),
                     [](const std::string& option) {
                       return option.find("-bind-to") != std::string::npos ||
                              option.find("hwloc_base_") == 0 ||
                              option.find("PE=") != option.npos ||
                              option.find("pe=") != option.npos;
                     }) ||
         user_says(launch.launcher_options, rank_files) ||
         user_says(launch.launcher_options, options);
}

/// Open MPI binds a process by default to one core or to one socket, and with it its workers and
/// its service thread. The processes choose their cores themselves instead.
bool asks_for_no_binding(const Launch& launch) {
  const bool has_threads = !launch.is_plain || launch.cores_per_process > 1;
  return (has_threads || is_crowded(launch)) && !user_binds(launch);
}

/// Open MPI's launcher is PRRTE's from 5.0 on; before it was orterun.
bool is_prte(const std::string& launcher) {
  std::error_code error;
  return std::filesystem::canonical(launcher, error).filename() != "orterun";
}

Words open_mpi_options(const Launch& launch, const std::string& launcher) {
  const bool prte = is_prte(launcher);
  Words options{"-n", std::to_string(launch.processes)};
  // The runtime reports errors among virtual ranks. Only the launcher prints errors of the
  // installed MPI. PRRTE has no option that suppresses its messages.
  if (launch.is_tasks && !prte) options.emplace_back("-q");
  if (geteuid() == 0) options.emplace_back("--allow-run-as-root");
  const Words on_cluster = cluster_options(launch);
  options.insert(options.end(), on_cluster.begin(), on_cluster.end());
  // A launcher that was built without PBS would start all processes on this host.
  if (launch.allocation && launch.allocation->system == BatchSystem::Pbs && !names_hosts(launch))
    append(options, {"--hostfile", launch.allocation->resources});
  const bool remote = !on_cluster.empty() || names_hosts(launch) || launch.allocation;
  constexpr const char* one_a_slot[] = {"--nooversubscribe", "-nooversubscribe"};
  if (!remote && !user_says(launch.launcher_options, one_a_slot))
    options.emplace_back("--oversubscribe");
  // Without a remote shell Open MPI refuses to start, even if all processes are local.
  if (!prte && !remote && !find_program("ssh") && !find_program("rsh"))
    options.insert(options.end(), {"--mca", "plm", "isolated"});
  if (asks_for_no_binding(launch)) options.insert(options.end(), {"--bind-to", "none"});
  if (is_crowded(launch)) options.insert(options.end(), {"--mca", "mpi_yield_when_idle", "1"});
  if (!may_read_other_processes())
    options.insert(options.end(), {"--mca", "btl_vader_single_copy_mechanism", "none"});
  for (const auto& [name, value] : launch.environment)
    options.insert(options.end(), {"-x", name + "=" + value});
  for (const std::string& name : launch.environment_names)
    options.insert(options.end(), {"-x", name});
  return options;
}

Words mpich_options(const Launch& launch) {
  Words options{"-n", std::to_string(launch.processes)};
  const Words on_cluster = cluster_options(launch);
  options.insert(options.end(), on_cluster.begin(), on_cluster.end());
  for (const auto& [name, value] : launch.environment)
    options.insert(options.end(), {"-genv", name, value});
  if (is_crowded(launch))
    options.insert(options.end(), {"-genv", "MPIR_CVAR_POLLS_BEFORE_YIELD", "1"});
  return options;
}

Words mpirun_command(const Launch& launch) {
  const auto launcher = find_launcher(launch.family);
  if (!launcher) {
    fail("the launcher of {} was not found; install {}", to_string(launch.family),
         package_name(launch.family == MpiFamily::OpenMpi ? Package::OpenMpi : Package::Mpich));
  }
  Words command{*launcher};
  const Words own = launch.family == MpiFamily::OpenMpi ? open_mpi_options(launch, *launcher)
                                                        : mpich_options(launch);
  command.insert(command.end(), own.begin(), own.end());
  command.insert(command.end(), launch.launcher_options.begin(), launch.launcher_options.end());
  return command;
}

}  // namespace

bool may_read_other_processes() {
  char from = 'x';
  char to = '\0';
  iovec local{&to, 1};
  iovec remote{&from, 1};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
}

Words launch_command(const Launch& launch) {
  const bool is_mpirun = launch.starter.launcher == Launcher::Mpirun;
  Words command = is_mpirun ? mpirun_command(launch) : direct_launch_command(launch);
  command.insert(command.end(), launch.program.begin(), launch.program.end());
  return command;
}

}  // namespace bamboo::driver
