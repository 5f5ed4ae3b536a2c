// SPDX-License-Identifier: Apache-2.0
// The variables that launchers and batch systems set in a process's environment.
#pragma once

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"

namespace bamboo::support {

/// Whether this process runs alone, or is the first one of its job according to the launcher. Every
/// process of a job has the same environment, so only the first one prints messages about it.
inline bool is_first_process() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PALS_RANKID",
                           "FLUX_TASK_RANK", "SLURM_PROCID"})
    if (const auto rank = environment(name)) return *rank == "0";
  return true;
}

/// The variable in which an MPI's own launcher announces the number of processes.
inline constexpr const char* announced_by_open_mpi = "OMPI_COMM_WORLD_SIZE";
inline constexpr const char* announced_by_mpich = "PMI_SIZE";

/// Processes of this job on this host, by the launcher's word.
inline std::optional<int> processes_on_this_host() {
  for (const char* name :
       {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"})
    if (const auto text = environment(name)) return parse_whole<int>(*text, 1);
  return std::nullopt;
}

/// The number of tasks that a launcher or a batch system announces, and the variable that contains
/// it.
struct AnnouncedTasks {
  std::string_view launcher;
  std::string_view variable;
  int tasks;
};

/// First the launcher whose variable is `nearest`; then other launchers; then the step of a
/// batch system, which the shell of a batch script is not; then the batch job, whose size the
/// environment of that shell has as well.
inline std::optional<AnnouncedTasks> announced_tasks(const char* nearest = announced_by_open_mpi) {
  struct Source {
    const char* launcher;
    const char* variable;
  };
  for (const Source& source : std::initializer_list<Source>{{"the launcher", nearest},
                                                            {"Open MPI", announced_by_open_mpi},
                                                            {"PMI", announced_by_mpich},
                                                            {"PALS", "PALS_SIZE"},
                                                            {"PALS", "PALS_LOCAL_SIZE"},
                                                            {"Flux", "FLUX_JOB_SIZE"},
                                                            {"SLURM", "SLURM_STEP_NUM_TASKS"},
                                                            {"SLURM", "SLURM_NTASKS"},
                                                            {"SLURM", "SLURM_NPROCS"},
                                                            {"PBS", "PBS_NP"}}) {
    const auto text = environment(source.variable);
    if (const auto tasks = text ? parse_whole<int>(*text, 1) : std::nullopt)
      return AnnouncedTasks{source.launcher, source.variable, *tasks};
  }
  if (const auto file = environment("PBS_NODEFILE")) {  // a line for each task
    std::ifstream lines(*file);
    const auto tasks = std::count(std::istreambuf_iterator<char>(lines), {}, '\n');
    if (tasks > 0) return AnnouncedTasks{"PBS", "PBS_NODEFILE", static_cast<int>(tasks)};
  }
  return std::nullopt;
}

/// Why a process that the MPI connects with no other one must not run. `nearest` as above. The
/// shell of a batch script has the variables of its job as well. A program that is started there
/// without a launcher is refused too, because in most cases the launcher was forgotten. If a
/// launcher states that the job has one process, that takes precedence over the batch system.
inline std::optional<std::string> why_not_alone(const char* nearest) {
  const auto announced = announced_tasks(nearest);
  if (!announced || announced->tasks == 1) return std::nullopt;
  const std::string tasks = std::to_string(announced->tasks);
  return std::string(announced->launcher) + " speaks of " + tasks + " tasks (" +
         std::string(announced->variable) +
         "), but this process cannot talk to the others: each would run alone\n"
         "  start the program with 'bamboo run -n " +
         tasks +
         "', the mpirun of its MPI, or 'srun --mpi=pmix' (Open MPI), 'srun --mpi=pmi2' (MPICH)\n"
         "  one process on purpose is 'bamboo run -n 1'";
}

}  // namespace bamboo::support
