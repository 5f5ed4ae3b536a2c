// SPDX-License-Identifier: Apache-2.0
// The command lines of the MPIs' own program starters.
#pragma once

#include <map>
#include <string>

#include "../installed_mpi.h"

namespace bamboo::driver {

struct Launch {
  MpiFamily family = MpiFamily::OpenMpi;
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

/// The complete command. Works as root, with fewer cores or slots than processes, in containers,
/// without a host file; what the user says in launcher_options goes before our own choice.
Words launch_command(const Launch& launch);

}  // namespace bamboo::driver
