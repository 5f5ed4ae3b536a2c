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
  bool answers_roll_call = false;  ///< its processes report in which calls they are
  bool is_tasks = false;           ///< processes of virtual ranks; scripts and similar are neither
  std::map<std::string, std::string> environment;  ///< for every process
  Words environment_names;                         ///< the same, with the values of this process
  Words cluster_hosts;     ///< of the emulated cluster on which this process runs; empty elsewhere
  Words launcher_options;  ///< the user's
  Words program;
};

/// Containers often forbid one process to read another's memory; Open MPI's shared-memory transport
/// would then print errors before it falls back.
bool may_read_other_processes();

/// Returns the complete command. It works as root, with fewer cores or slots than processes, in
/// containers, and without a host file. The user's launcher_options take precedence over Bamboo's
/// own choice.
Words launch_command(const Launch& launch);

}  // namespace bamboo::driver
