// SPDX-License-Identifier: Apache-2.0
#include "linked_libraries.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "../compiler/binary.h"
#include "loaded_libraries.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

std::string name_of(const std::string& library) {
  return std::filesystem::path(library).filename();
}

bool makes_device_memory(const std::string& library) {
  constexpr std::array<std::string_view, 3> names{"libcuda.so", "libcudart.so", "libamdhip64.so"};
  return std::ranges::any_of(
      names, [&](std::string_view name) { return name_of(library).starts_with(name); });
}

/// An MPI defines the PMPI_ names itself. A Fortran interface defines names in another case.
bool wraps_mpi(const Binary& binary) {
  return std::ranges::any_of(binary.defined_plain, [&](const std::string& name) {
    return name.starts_with("MPI_") && binary.undefined_plain.contains("P" + name);
  });
}

/// The run-time library of mode overlap passes all calls on to the MPI.
bool is_profiler(const std::string& library) {
  return !name_of(library).starts_with("libbamboo") &&
         std::ranges::any_of(inspect_file(library), wraps_mpi);
}

std::optional<std::string> first_library(const std::string& program,
                                         bool (*has_property)(const std::string&)) {
  for (const std::string& library : LoadedLibraries::of(program_file(program)).files())
    if (has_property(library)) return library;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> linked_device_library(const std::string& program) {
  return first_library(program, makes_device_memory);
}

std::optional<std::string> linked_profiler(const std::string& program) {
  return first_library(program, is_profiler);
}

}  // namespace bamboo::driver
