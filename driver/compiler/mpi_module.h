// SPDX-License-Identifier: Apache-2.0
// The module `mpi` for flang, which cannot read the installed MPI's: gfortran made that.
#pragma once

#include <string>

#include "../install_tree.h"
#include "../temporary_folder.h"
#include "host_compiler.h"

namespace bamboo::driver {

/// The folder of a module `mpi` made from the `mpif.h` in `folders` (-I words). It is kept in the
/// user's cache, or for this run only where there is none to write to.
std::string mpi_module_folder(const HostCompiler& host, const Words& folders,
                              const InstallTree& tree, TemporaryFolder& temporary);

}  // namespace bamboo::driver
