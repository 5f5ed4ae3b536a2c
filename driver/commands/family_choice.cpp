// SPDX-License-Identifier: Apache-2.0
#include "family_choice.h"

#include <optional>

#include "../diagnostic.h"
#include "loaded_libraries.h"

namespace bamboo::driver {
namespace {

/// The library that the loader chooses for the program here, and the family of the launcher beside.
struct LoadedMpi {
  std::string library;
  MpiFamily family = MpiFamily::OpenMpi;
};

std::optional<LoadedMpi> use_loaded_mpi(const ProgramKind& kind, const std::string& program) {
  if (kind.mpi_library.empty()) return std::nullopt;
  const auto library = LoadedLibraries::of(program_file(program)).file_of(kind.mpi_library);
  if (!library) return std::nullopt;
  const auto family = use_mpi_beside(*library);
  if (!family) return std::nullopt;
  return LoadedMpi{*library, *family};
}

void require_linked(MpiFamily linked, MpiFamily wanted, const std::string& program) {
  if (wanted == linked) return;
  fail(
      "'{}' is plain MPI (mode off) and was linked with {}; it cannot run under {}\n"
      "link it with BAMBOO_MPI={} bamboocc, or in mode tasks, which runs under both",
      program, to_string(linked), to_string(wanted), to_string(wanted));
}

/// A program of the standard ABI takes the MPI whose library is loaded: under another launcher each
/// process would be a job of its own.
void require_loaded(const LoadedMpi& loaded, MpiFamily wanted, const std::string& program) {
  if (wanted == loaded.family) return;
  const std::string own = to_string(loaded.family), other = to_string(wanted);
  fail(
      "'{}' uses MPI's standard ABI and loads '{}', which is {}'s; it cannot run under {}\n"
      "use --mpi {}, or put the folder of {}'s library of the standard ABI into LD_LIBRARY_PATH",
      program, loaded.library, own, other, own, other);
}

}  // namespace

MpiFamily choose_family(const std::string& option, const ProgramKind& kind,
                        const std::string& program) {
  const auto loaded = use_loaded_mpi(kind, program);
  const std::optional<MpiFamily> wanted = use_wanted_mpi(option);
  if (kind.built_for) {
    require_linked(*kind.built_for, wanted.value_or(*kind.built_for), program);
    return *kind.built_for;
  }
  if (loaded) {
    require_loaded(*loaded, wanted.value_or(loaded->family), program);
    return loaded->family;
  }
  return wanted ? *wanted : first_with_launcher();
}

}  // namespace bamboo::driver
