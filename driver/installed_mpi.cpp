// SPDX-License-Identifier: Apache-2.0
#include "installed_mpi.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <sstream>

#include "bamboo/support/environment.h"
#include "diagnostic.h"

namespace bamboo::driver {
namespace {

constexpr MpiFamily kFamilies[] = {MpiFamily::OpenMpi, MpiFamily::Mpich};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

enum class Tool { Compiler, Launcher };

/// An unsuffixed mpicc or mpirun may belong to any MPI: its own output tells which.
bool speaks_for(const std::string& program, MpiFamily family, Tool tool) {
  const auto answers = [&](const char* question, std::initializer_list<const char*> names) {
    const std::string answer = run_captured({program, question}, Capture::Both).output;
    return std::ranges::any_of(names, [&](const char* name) { return contains(answer, name); });
  };
  const bool compiles = tool == Tool::Compiler;
  if (family == MpiFamily::OpenMpi) {
    return answers(compiles ? "--showme:version" : "--version", {"Open MPI", "OpenRTE"});
  }
  return answers(compiles ? "-v" : "--version", {"HYDRA", "MPICH", "Intel(R) MPI"});
}

bool are_same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error);
}

/// Modules put the MPI that they mean in front of PATH, under the plain names.
std::optional<std::string> find_of_family(const Words& own_names, const Words& common_names,
                                          MpiFamily family, Tool tool) {
  std::optional<std::string> own;
  for (const std::string& name : own_names) {
    if (!own) own = find_program(name);
  }
  for (const std::string& name : common_names) {
    auto program = find_program(name);
    if (!program) continue;
    if (own && are_same_file(*program, *own)) return own;
    if (speaks_for(*program, family, tool)) return program;
  }
  return own;
}

/// The folder of an installation stands first in PATH from now on, also for what is started.
void put_first_in_path(const std::string& folder) {
  const std::string path = support::environment("PATH").value_or("");
  if (path != folder && !path.starts_with(folder + ":")) {
    setenv("PATH", (folder + (path.empty() ? "" : ":") + path).c_str(), 1);
  }
}

/// Nothing where it has none.
std::optional<std::string> launcher_in(const std::string& prefix) {
  for (const char* name : {"mpirun", "mpiexec"}) {
    std::string program = prefix + "/bin/" + name;
    if (access(program.c_str(), X_OK) == 0) return program;
  }
  return std::nullopt;
}

std::optional<MpiFamily> family_of_launcher(const std::string& program) {
  for (const MpiFamily family : kFamilies) {
    if (speaks_for(program, family, Tool::Launcher)) return family;
  }
  return std::nullopt;
}

/// That of the first mpirun or mpicc in PATH comes first.
std::vector<MpiFamily> families_by_path(const char* name, Tool tool) {
  std::vector<MpiFamily> families(std::begin(kFamilies), std::end(kFamilies));
  const auto first = find_program(name);
  const auto is_first = [&](MpiFamily family) {
    const auto own = find_program(fmt::format("{}.{}", name, to_string(family)));
    return first && ((own && are_same_file(*first, *own)) || speaks_for(*first, family, tool));
  };
  std::ranges::stable_partition(families, is_first);
  return families;
}

bool is_link_flag(const std::string& word) {
  return word.rfind("-L", 0) == 0 || word.rfind("-l", 0) == 0 || word.rfind("-Wl,", 0) == 0;
}

}  // namespace

std::string to_string(MpiFamily family) {
  return family == MpiFamily::OpenMpi ? "openmpi" : "mpich";
}

MpiFamily parse_mpi_family(const std::string& word, const std::string& where) {
  for (const MpiFamily family : kFamilies) {
    if (word == to_string(family)) {
      return family;
    }
  }
  if (word.starts_with('/')) {
    const auto launcher = launcher_in(word);
    const auto family = launcher ? family_of_launcher(*launcher) : std::nullopt;
    if (family) {
      put_first_in_path(word + "/bin");
      return *family;
    }
  }
  bad_usage("{} is '{}'; it must be openmpi, mpich, or the folder of one that has bin/mpirun",
            where, word);
}

std::optional<MpiFamily> mpi_family_from_environment() {
  const char* word = std::getenv("BAMBOO_MPI");
  if (word == nullptr || *word == '\0') {
    return std::nullopt;
  }
  return parse_mpi_family(word, "the environment variable BAMBOO_MPI");
}

std::optional<MpiFamily> wanted_mpi_family(const std::string& option) {
  return option.empty() ? mpi_family_from_environment() : parse_mpi_family(option, "--mpi");
}

std::optional<std::string> find_wrapper(MpiFamily family, CompilerKind kind) {
  Words names{"mpicc"};
  if (kind == CompilerKind::CPlusPlus) names = {"mpicxx"};
  if (kind == CompilerKind::Fortran) names = {"mpifort", "mpif90"};
  Words own_names;
  for (const std::string& name : names) {
    own_names.push_back(name + "." + to_string(family));
  }
  return find_of_family(own_names, names, family, Tool::Compiler);
}

std::optional<MpiFlags> installed_mpi_flags(std::optional<MpiFamily> wanted, CompilerKind kind) {
  for (const MpiFamily family :
       wanted ? std::vector{*wanted} : families_by_path("mpicc", Tool::Compiler)) {
    const auto wrapper = find_wrapper(family, kind);
    if (!wrapper) {
      continue;
    }
    const Captured answer = run_captured({*wrapper, "-show"}, Capture::Output);
    if (answer.status != 0) {
      fail("'{} -show' failed; this MPI installation cannot be used", *wrapper);
    }
    std::istringstream line(answer.output);
    std::string word;
    line >> word;  // the compiler; we have our own
    MpiFlags flags;
    flags.family = family;
    while (line >> word) {
      (is_link_flag(word) ? flags.link : flags.compile).push_back(word);
    }
    return flags;
  }
  return std::nullopt;
}

void fail_without_installed_mpi(CompilerKind kind) {
  const auto wanted = mpi_family_from_environment();
  fail("no {} was found to compile with: install libopenmpi-dev or libmpich-dev{}",
       wanted ? to_string(*wanted) : "installed MPI",
       kind == CompilerKind::Fortran ? "" : ", or use --bamboo-mode=tasks, which needs none");
}

std::optional<std::string> find_launcher(MpiFamily family) {
  const Words own = family == MpiFamily::OpenMpi
                        ? Words{"mpirun.openmpi", "mpiexec.openmpi"}
                        : Words{"mpiexec.mpich", "mpiexec.hydra", "mpirun.mpich"};
  return find_of_family(own, {"mpirun", "mpiexec"}, family, Tool::Launcher);
}

std::vector<MpiFamily> families_with_launcher() {
  std::vector<MpiFamily> found;
  for (const MpiFamily family : families_by_path("mpirun", Tool::Launcher)) {
    if (find_launcher(family)) {
      found.push_back(family);
    }
  }
  return found;
}

MpiFamily first_with_launcher() {
  const auto installed = families_with_launcher();
  if (installed.empty()) {
    fail("no MPI launcher was found; install openmpi-bin or mpich");
  }
  return installed.front();
}

void use_mpi_beside(const std::string& library) {
  std::error_code error;
  const auto file = std::filesystem::canonical(library, error);
  const std::string prefix = file.parent_path().parent_path().string();
  if (!error && launcher_in(prefix)) {
    put_first_in_path(prefix + "/bin");
  }
}

std::optional<MpiFamily> family_of_library(const std::string& soname) {
  // MPICH's ABI relatives (Intel's, Cray's) call themselves libmpi.so.12; Open MPI is at 40.
  if (soname.rfind("libmpich", 0) == 0 || soname.rfind("libmpi.so.12", 0) == 0 ||
      soname.rfind("libmpicxx.so.12", 0) == 0) {
    return MpiFamily::Mpich;
  }
  if (soname.rfind("libmpi.so", 0) == 0 || soname.rfind("libmpi_", 0) == 0) {
    return MpiFamily::OpenMpi;
  }
  return std::nullopt;
}

}  // namespace bamboo::driver
