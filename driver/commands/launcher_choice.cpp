// SPDX-License-Identifier: Apache-2.0
#include "launcher_choice.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../diagnostic.h"
#include "bamboo/support/environment.h"

namespace bamboo::driver {
namespace {

struct LauncherName {
  Launcher launcher;
  const char* text;
  const char* program;  ///< null: it depends on the MPI
};
constexpr LauncherName launcher_names[] = {{Launcher::Mpirun, "mpirun", nullptr},
                                           {Launcher::Srun, "srun", "srun"},
                                           {Launcher::Flux, "flux", "flux"},
                                           {Launcher::Pals, "pals", "mpiexec"}};

/// The PMI that an MPI uses as Debian builds it.
std::string pmi_of_slurm(MpiFamily family) {
  return family == MpiFamily::OpenMpi ? "pmix" : "pmi2";
}

bool slurm_speaks(const std::string& pmi) {
  const Captured answer = run_captured({"srun", "--mpi=list"}, Capture::Both);
  std::istringstream words(answer.output + answer.errors);
  for (std::string word; words >> word;)
    if (word == pmi) return true;
  return false;
}

/// The user's default for srun stays.
std::string pmi_for_srun(MpiFamily family) {
  const std::string own = pmi_of_slurm(family);
  return !support::environment("SLURM_MPI_TYPE") && slurm_speaks(own) ? own : "";
}

/// HPE installs it in a folder of that name.
bool has_pals() {
  const auto program = find_program("mpiexec");
  std::error_code error;
  const auto path = program ? std::filesystem::canonical(*program, error) : "";
  return std::ranges::any_of(path.parent_path(), [](const std::filesystem::path& part) {
    return part == "pals" || part == "cray-pals";
  });
}

LauncherChoice direct(Launcher launcher, MpiFamily family, std::string reason) {
  std::string pmi;
  if (launcher == Launcher::Srun) pmi = pmi_for_srun(family);
  // Its default is the PMI of MPICH.
  if (launcher == Launcher::Flux && family == MpiFamily::OpenMpi) pmi = "pmix";
  return {launcher, std::move(pmi), std::move(reason)};
}

LauncherChoice by_option(const std::string& option, MpiFamily family) {
  const LauncherName& name = *std::ranges::find(launcher_names, option, &LauncherName::text);
  const std::string reason = "--launcher " + option;
  if (name.launcher == Launcher::Mpirun) return {name.launcher, "", reason};
  if (!find_program(name.program))
    fail("--launcher {}: there is no {} in PATH", option, name.program);
  return direct(name.launcher, family, reason);
}

LauncherChoice by_system(BatchSystem system, MpiFamily family) {
  const std::string reason = fmt::format("this is an allocation of {}", to_string(system));
  if (system == BatchSystem::Slurm && find_program("srun")) {
    LauncherChoice srun = direct(Launcher::Srun, family, reason);
    if (!srun.pmi.empty() || support::environment("SLURM_MPI_TYPE")) return srun;
    return {Launcher::Mpirun, "",
            fmt::format("'srun --mpi=list' has no {}, by which {} finds its processes",
                        pmi_of_slurm(family), to_string(family))};
  }
  if (system == BatchSystem::Flux && find_program("flux"))
    return direct(Launcher::Flux, family, reason);
  if (system == BatchSystem::Pbs && family == MpiFamily::Mpich && has_pals())
    return direct(Launcher::Pals, family, reason + " with PALS");
  return {Launcher::Mpirun, "", reason};
}

}  // namespace

std::string to_string(Launcher launcher) {
  return std::ranges::find(launcher_names, launcher, &LauncherName::launcher)->text;
}

LauncherChoice choose_launcher(const std::string& option, MpiFamily family,
                               const std::optional<Allocation>& allocation,
                               const Words& launcher_options) {
  if (!option.empty()) return by_option(option, family);
  if (!allocation) return {};
  if (support::environment("BAMBOO_MPIRUN")) return {Launcher::Mpirun, "", "BAMBOO_MPIRUN"};
  if (!launcher_options.empty())
    return {Launcher::Mpirun, "", fmt::format("it takes '{}'", launcher_options[0])};
  return by_system(allocation->system, family);
}

}  // namespace bamboo::driver
