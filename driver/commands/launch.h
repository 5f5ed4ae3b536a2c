// SPDX-License-Identifier: Apache-2.0
// The command lines of the launchers: the MPIs' own ones, and those of batch systems.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "../installed_mpi.h"
#include "allocation.h"
#include "launcher_choice.h"

namespace bamboo::driver {

struct Launch {
  MpiFamily family = MpiFamily::OpenMpi;
  LauncherChoice starter;
  std::optional<Allocation> allocation;  ///< in which this command runs
  int processes = 1;
  int cores_per_process = 1;       ///< how many of its threads compute
  bool is_plain = false;           ///< MPI processes without virtual ranks
  bool answers_roll_call = false;  ///< its processes say in which calls they are
  bool is_tasks = false;           ///< processes of virtual ranks; scripts and similar are neither
  std::map<std::string, std::string> environment;  ///< for every process
  Words environment_names;                         ///< likewise, with the values that we have
  Words cluster_hosts;     ///< of the emulated cluster that we are on; empty elsewhere
  Words launcher_options;  ///< the user's
  Words program;
};

/// Containers often forbid one process to read another's memory; Open MPI's shared-memory transport
/// would then print errors before it falls back.
bool may_read_other_processes();

/// The complete command. Works as root, with fewer cores or slots than processes, in containers,
/// without a host file; what the user says in launcher_options goes before our own choice.
Words launch_command(const Launch& launch);

}  // namespace bamboo::driver
