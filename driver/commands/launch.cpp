// SPDX-License-Identifier: Apache-2.0
#include "launch.h"

#include <sched.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "../diagnostic.h"
#include "../process.h"
#include "cluster.h"

namespace bamboo::driver {
namespace {

bool user_says(const Launch& launch, std::initializer_list<const char*> options) {
  return std::any_of(options.begin(), options.end(), [&](const char* option) {
    return std::find(launch.launcher_options.begin(), launch.launcher_options.end(), option) !=
           launch.launcher_options.end();
  });
}

/// Containers often forbid one process to read another's memory; Open MPI's shared-memory transport
/// would then print errors before it falls back.
bool may_read_other_processes() {
  char from = 'x';
  char to = '\0';
  iovec local{&to, 1};
  iovec remote{&from, 1};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
}

bool names_hosts(const Launch& launch) {
  return user_says(launch, {"--hostfile", "-hostfile", "--machinefile", "-machinefile", "--host",
                            "-host", "-H", "--hosts", "-hosts", "-f"});
}

/// Which processes go to which hosts of the emulated cluster, unless the user says so.
Words cluster_options(const Launch& launch) {
  if (launch.cluster_hosts.empty() || names_hosts(launch)) {
    return {};
  }
  return {launch.family == MpiFamily::OpenMpi ? "--host" : "-hosts",
          hosts_with_slots(launch.cluster_hosts, launch.processes)};
}

bool is_crowded(const Launch& launch) {
  const int hosts = std::max(1, static_cast<int>(launch.cluster_hosts.size()));
  const int on_this_host = (launch.processes + hosts - 1) / hosts;
  return on_this_host * launch.cores_per_process > available_cores();
}

Words open_mpi_options(const Launch& launch) {
  Words options{"-q", "-n", std::to_string(launch.processes)};
  if (geteuid() == 0) {
    options.emplace_back("--allow-run-as-root");
  }
  const Words on_cluster = cluster_options(launch);
  options.insert(options.end(), on_cluster.begin(), on_cluster.end());
  const bool remote = !on_cluster.empty() || names_hosts(launch);
  if (!remote && !user_says(launch, {"--nooversubscribe", "-nooversubscribe"})) {
    options.emplace_back("--oversubscribe");
  }
  // Without a remote shell Open MPI refuses to start, even where everything is local.
  if (!remote && !find_program("ssh") && !find_program("rsh")) {
    options.insert(options.end(), {"--mca", "plm", "isolated"});
  }
  // A process bound to one core would have its workers and its service there, too.
  const bool needs_several = launch.cores_per_process > 1;
  if ((needs_several || is_crowded(launch)) && !user_says(launch, {"--bind-to", "-bind-to"})) {
    options.insert(options.end(), {"--bind-to", "none"});
  }
  if (is_crowded(launch)) {
    options.insert(options.end(), {"--mca", "mpi_yield_when_idle", "1"});
  }
  if (!may_read_other_processes()) {
    options.insert(options.end(), {"--mca", "btl_vader_single_copy_mechanism", "none"});
  }
  for (const auto& [name, value] : launch.environment) {
    options.insert(options.end(), {"-x", name + "=" + value});
  }
  return options;
}

Words mpich_options(const Launch& launch) {
  Words options{"-n", std::to_string(launch.processes)};
  const Words on_cluster = cluster_options(launch);
  options.insert(options.end(), on_cluster.begin(), on_cluster.end());
  for (const auto& [name, value] : launch.environment) {
    options.insert(options.end(), {"-genv", name, value});
  }
  if (is_crowded(launch)) {
    options.insert(options.end(), {"-genv", "MPIR_CVAR_POLLS_BEFORE_YIELD", "1"});
  }
  return options;
}

}  // namespace

int available_cores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

Words launch_command(const Launch& launch) {
  const auto launcher = find_launcher(launch.family);
  if (!launcher) {
    fail("the launcher of {} was not found; install {}", to_string(launch.family),
         launch.family == MpiFamily::OpenMpi ? "openmpi-bin" : "mpich");
  }
  Words command{*launcher};
  const Words own =
      launch.family == MpiFamily::OpenMpi ? open_mpi_options(launch) : mpich_options(launch);
  command.insert(command.end(), own.begin(), own.end());
  command.insert(command.end(), launch.launcher_options.begin(), launch.launcher_options.end());
  command.insert(command.end(), launch.program.begin(), launch.program.end());
  return command;
}

}  // namespace bamboo::driver
