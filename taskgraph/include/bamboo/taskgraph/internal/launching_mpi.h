// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace bamboo {

/// "openmpi", "mpich" or "" (no launcher), from the environment that launchers leave.
std::string launching_mpi();

/// The library of an MPI that is installed under `prefix`; nothing where it is not there.
std::optional<std::string> mpi_library_in(const std::string& prefix, const std::string& mpi);

/// Returns the MPI library next to the launcher that started this process: PREFIX/lib/libmpi.so.40
/// for PREFIX/bin/prted. Returns nothing if the launcher is unknown or its library is in another
/// place, as in Linux distributions.
std::optional<std::string> library_of_launching_mpi(const std::string& mpi);

}  // namespace bamboo
