// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "../installed_mpi.h"
#include "../process.h"

namespace bamboo::driver {

/// The kind of a program decides whether virtual ranks are possible, and under which MPI.
struct ProgramKind {
  bool is_tasks = false;
  bool is_plain = false;  ///< uses an installed MPI itself; scripts and `env` are neither
  std::optional<MpiFamily> built_for;
  std::string mpi_library;  ///< its soname, where it was built for an MPI or the standard ABI
  /// A sanitizer's library that the program needs in front of all others.
  std::optional<std::string> must_load_first;

  /// MPI's, which several MPIs may have.
  bool uses_standard_abi() const { return !built_for && !mpi_library.empty(); }
};

/// The program's file: as given, or from PATH. The launcher reports one that is not there.
std::string program_file(const std::string& program);

ProgramKind kind_of(const std::string& file);

/// The library of AddressSanitizer, by its soname or its file.
bool is_address_sanitizer(const std::string& library);

/// Returns whether one of the words is a tasks program, as in `env A=1 ./prog` or `gdb --args
/// ./prog`.
bool names_tasks_program(const Words& words);

}  // namespace bamboo::driver
