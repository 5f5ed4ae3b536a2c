// SPDX-License-Identifier: Apache-2.0
// The MPI installations of this machine: how to compile with one, how to start programs with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler_kind.h"
#include "process.h"

namespace bamboo::driver {

enum class MpiFamily { OpenMpi, Mpich };

std::string to_string(MpiFamily family);  ///< as users spell it: "openmpi", "mpich"
/// The MPI that BAMBOO_MPI selects, by name or by the folder of an installation, whose launcher
/// then comes first in PATH. A usage error if it is neither.
std::optional<MpiFamily> use_mpi_of_environment();
/// The MPI that --mpi asks for, else BAMBOO_MPI.
std::optional<MpiFamily> use_wanted_mpi(const std::string& option);

struct MpiFlags {
  MpiFamily family = MpiFamily::OpenMpi;
  std::string compiler;
  Words compile;
  Words link;

  /// Whether programs use MPI's standard ABI in place of the MPI's own.
  bool is_standard_abi() const;
};

/// Its compiler wrapper: that of BAMBOO_MPICC or the first "mpicc" in PATH if it is of that family,
/// else "mpicc.openmpi".
std::optional<std::string> find_wrapper(MpiFamily family, CompilerKind kind);
/// Asks the wrapper of the wanted family, else that of BAMBOO_MPICC or the first one in PATH.
/// `options` are some of MPICH's wrappers, which change what they answer.
std::optional<MpiFlags> installed_mpi_flags(std::optional<MpiFamily> wanted, CompilerKind kind,
                                            const Words& options = {});
/// "Open MPI 4.1.4", "MPICH version 4.0.2", as its compiler wrapper says it.
std::string installed_mpi_version(MpiFamily family, CompilerKind kind);
/// Says what to install.
[[noreturn]] void fail_without_installed_mpi(CompilerKind kind);

/// Its program starter: that of BAMBOO_MPIRUN or the first "mpirun" in PATH if it is of that
/// family, else "mpirun.openmpi".
std::optional<std::string> find_launcher(MpiFamily family);
/// The MPI of BAMBOO_MPIRUN or of the first mpirun in PATH. Fails if there is none.
MpiFamily first_with_launcher();

/// Puts the launcher of the library's MPI first in PATH, if that is installed in a folder of its
/// own (PREFIX/lib, PREFIX/bin), and returns its family.
std::optional<MpiFamily> use_mpi_beside(const std::string& library);

/// The family whose library that is (libmpi.so.40, libmpich.so.12), by its SONAME.
std::optional<MpiFamily> family_of_library(const std::string& soname);

}  // namespace bamboo::driver
