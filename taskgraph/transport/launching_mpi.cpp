// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/launching_mpi.h"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "bamboo/support/environment.h"

namespace bamboo {
namespace {

bool set(const char* variable) {
  return support::environment(variable).has_value();
}

struct Launcher {
  std::string mpi;  ///< "openmpi" or "mpich"
  std::filesystem::path program;
};

/// If this process is a launcher's, by its program's real name.
std::optional<Launcher> launcher(long pid) {
  char path[PATH_MAX];
  const std::string link = "/proc/" + std::to_string(pid) + "/exe";
  const ssize_t length = readlink(link.c_str(), path, sizeof path);
  if (length <= 0) return std::nullopt;
  const std::filesystem::path program(std::string(path, static_cast<std::size_t>(length)));
  for (const char* mine : {"orterun", "orted", "prterun", "prted", "prte"})
    if (program.filename() == mine) return Launcher{"openmpi", program};
  for (const char* mine : {"hydra_pmi_proxy", "hydra_bstrap_proxy", "mpiexec.hydra"})
    if (program.filename() == mine) return Launcher{"mpich", program};
  return std::nullopt;
}

long parent_of(long pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t close = text.rfind(')');  // the name before it may hold anything
  long parent = 0;
  char state = 0;
  if (close == std::string::npos ||
      std::sscanf(text.c_str() + close + 1, " %c %ld", &state, &parent) != 2) {
    return 0;
  }
  return parent;
}

/// In a job that runs inside another MPI's job, both set their variables; the inner launcher
/// counts.
std::optional<Launcher> nearest_launcher() {
  for (long pid = getppid(); pid > 1; pid = parent_of(pid))
    if (auto found = launcher(pid)) return found;
  return std::nullopt;
}

}  // namespace

std::string launching_mpi() {
  const bool openmpi = set("OMPI_COMM_WORLD_SIZE") || set("PMIX_RANK");
  const bool mpich = set("PMI_RANK") && (set("PMI_SIZE") || set("PMI_FD") || set("PMI_PORT"));
  if (openmpi && mpich) {
    const auto nearest = nearest_launcher();
    return nearest ? nearest->mpi : "openmpi";
  }
  return openmpi ? "openmpi" : mpich ? "mpich" : "";
}

std::optional<std::string> mpi_library_in(const std::string& prefix, const std::string& mpi) {
  // MPICH's ABI and that of Open MPI since 1.10. The last folder is Intel's.
  const char* name = mpi == "openmpi" ? "libmpi.so.40" : "libmpi.so.12";
  for (const char* folder : {"lib", "lib64", "lib/release"}) {
    const auto file = std::filesystem::path(prefix) / folder / name;
    if (access(file.c_str(), R_OK) == 0) return file.string();
  }
  return std::nullopt;
}

std::optional<std::string> library_of_launching_mpi(const std::string& mpi) {
  const auto nearest = nearest_launcher();
  if (!nearest || nearest->mpi != mpi) return std::nullopt;
  return mpi_library_in(nearest->program.parent_path().parent_path(), mpi);
}

}  // namespace bamboo
