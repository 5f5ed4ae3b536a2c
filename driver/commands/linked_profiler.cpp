// SPDX-License-Identifier: Apache-2.0
#include "linked_profiler.h"

#include <algorithm>
#include <filesystem>

#include "../compiler/binary.h"
#include "loaded_libraries.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

/// An MPI defines the PMPI_ names itself. A Fortran interface defines names in another case.
bool wraps_mpi(const Binary& binary) {
  return std::ranges::any_of(binary.defined_plain, [&](const std::string& name) {
    return name.starts_with("MPI_") && binary.undefined_plain.contains("P" + name);
  });
}

/// The run-time library of mode overlap lets all calls pass.
bool is_bamboos(const std::string& library) {
  return std::filesystem::path(library).filename().string().starts_with("libbamboo");
}

}  // namespace

std::optional<std::string> linked_profiler(const std::string& program) {
  for (const std::string& library : LoadedLibraries::of(program_file(program)).files())
    if (!is_bamboos(library) && std::ranges::any_of(inspect_file(library), wraps_mpi))
      return library;
  return std::nullopt;
}

}  // namespace bamboo::driver
