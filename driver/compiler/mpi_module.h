// SPDX-License-Identifier: Apache-2.0
// The modules `mpi` and `mpi_f08`, which every compiler has to make for itself.
#pragma once

#include <string>

#include "../install_tree.h"
#include "../installed_mpi.h"
#include "../temporary_folder.h"
#include "host_compiler.h"

namespace bamboo::driver {

// Folders with the module. They are kept in the user's cache, or for this run only where there is
// none to write to.

/// Over the installed MPI's `mpif.h` in `folders` (-I words), for flang: gfortran made the MPI's.
/// There is `mpi_f08` over Open MPI's only.
std::string mpi_module_folder(const HostCompiler& host, MpiFamily family, const Words& folders,
                              const InstallTree& tree, TemporaryFolder& temporary);
/// The modules `mpi` and `mpi_f08` of mode tasks.
std::string tasks_module_folder(const HostCompiler& host, const InstallTree& tree,
                                TemporaryFolder& temporary);

}  // namespace bamboo::driver
