// SPDX-License-Identifier: Apache-2.0
#include "installed_mpi.h"

#include <cstdlib>
#include <sstream>

#include "diagnostic.h"

namespace bamboo::driver {
namespace {

constexpr MpiFamily kFamilies[] = {MpiFamily::OpenMpi, MpiFamily::Mpich};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

/// An unsuffixed mpicc or mpirun may belong to any MPI: its own output tells which.
bool speaks_for(const std::string& program, MpiFamily family, const Words& question) {
  Words command{program};
  command.insert(command.end(), question.begin(), question.end());
  const std::string answer = run_captured(command, Capture::Both).output;
  if (family == MpiFamily::OpenMpi) {
    return contains(answer, "Open MPI") || contains(answer, "OpenRTE") ||
           contains(answer, "openmpi") || contains(answer, "-lmpi\n");
  }
  return contains(answer, "HYDRA") || contains(answer, "mpich") || contains(answer, "MPICH");
}

std::optional<std::string> find_of_family(const Words& own_names, const Words& common_names,
                                          MpiFamily family, const Words& question) {
  for (const std::string& name : own_names) {
    if (auto program = find_program(name)) {
      return program;
    }
  }
  for (const std::string& name : common_names) {
    if (auto program = find_program(name); program && speaks_for(*program, family, question)) {
      return program;
    }
  }
  return std::nullopt;
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
  bad_usage("{} is '{}'; it must be openmpi or mpich", where, word);
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
  return find_of_family(own_names, names, family, {"-show"});
}

std::optional<MpiFlags> installed_mpi_flags(std::optional<MpiFamily> wanted, CompilerKind kind) {
  for (const MpiFamily family : kFamilies) {
    if (wanted && *wanted != family) {
      continue;
    }
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
  return find_of_family(own, {"mpirun", "mpiexec"}, family, {"--version"});
}

std::vector<MpiFamily> families_with_launcher() {
  std::vector<MpiFamily> found;
  for (const MpiFamily family : kFamilies) {
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
