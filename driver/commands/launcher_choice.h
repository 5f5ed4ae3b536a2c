// SPDX-License-Identifier: Apache-2.0
// Which launcher starts the processes.
#pragma once

#include <optional>
#include <string>

#include "../installed_mpi.h"
#include "../process.h"
#include "allocation.h"

namespace bamboo::driver {

enum class Launcher {
  Mpirun,  ///< the MPI's own
  Srun,    ///< Slurm's
  Flux,    ///< flux run
  Pals,    ///< the mpiexec of HPE's PALS, in jobs of PBS
};

struct LauncherChoice {
  Launcher launcher = Launcher::Mpirun;
  std::string pmi;  ///< by which the MPI's processes find each other; empty: the launcher's default
  std::string reason;
};

/// Returns the name that --launcher takes: "mpirun", "srun", "flux", "pals".
std::string to_string(Launcher launcher);

/// Returns the launcher that --launcher names. Without that option it is the batch system's own, if
/// that can connect the processes of this MPI. If the user passes options to the launcher, or sets
/// BAMBOO_MPIRUN, it is mpirun.
LauncherChoice choose_launcher(const std::string& option, MpiFamily family,
                               const std::optional<Allocation>& allocation,
                               const Words& launcher_options);

}  // namespace bamboo::driver
