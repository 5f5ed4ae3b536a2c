// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/taskgraph/internal/launching_mpi.h"
#include "transport/loopback_transport.h"
#include "transport/transport.h"

namespace bamboo {

namespace {

bool set(const char* variable) {
  return support::environment(variable).has_value();
}

/// "openmpi" or "mpich" if this process is a launcher's, by its program's real name.
std::string launcher(long pid) {
  char path[PATH_MAX];
  const std::string link = "/proc/" + std::to_string(pid) + "/exe";
  const ssize_t length = readlink(link.c_str(), path, sizeof path);
  if (length <= 0) return "";
  std::string name(path, static_cast<std::size_t>(length));
  name.erase(0, name.rfind('/') + 1);
  for (const char* mine : {"orterun", "orted", "prterun", "prted", "prte"}) {
    if (name == mine) return "openmpi";
  }
  for (const char* mine : {"hydra_pmi_proxy", "hydra_bstrap_proxy", "mpiexec.hydra"}) {
    if (name == mine) return "mpich";
  }
  return "";
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

/// Under a job inside another MPI's job both left their variables; the nearer launcher is ours.
std::string nearest_launcher() {
  for (long pid = getppid(); pid > 1; pid = parent_of(pid)) {
    const std::string found = launcher(pid);
    if (!found.empty()) return found;
  }
  return "";
}

[[noreturn]] void fail(const std::string& message) {
  support::print(support::Severity::error, message);
  std::exit(1);
}

}  // namespace

std::string launching_mpi() {
  const bool openmpi = set("OMPI_COMM_WORLD_SIZE") || set("PMIX_RANK");
  const bool mpich = set("PMI_RANK") && (set("PMI_SIZE") || set("PMI_FD") || set("PMI_PORT"));
  if (openmpi && mpich) {
    const std::string nearest = nearest_launcher();
    return nearest.empty() ? "openmpi" : nearest;
  }
  return openmpi ? "openmpi" : mpich ? "mpich" : "";
}

// The shell of a batch script has the variables of its job, too. A program that is started there by
// itself is refused as well: nearly always its launcher was forgotten. A launcher says that one
// process is meant, and its word counts more than that of the batch system.
std::optional<std::string> why_not_alone(const Transport& transport) {
  if (transport.processes() > 1) return std::nullopt;
  const auto announced = launching_mpi() == "mpich" ? support::announced_tasks("PMI_SIZE")
                                                    : support::announced_tasks();
  if (!announced || announced->tasks == 1) return std::nullopt;
  const std::string tasks = std::to_string(announced->tasks);
  return std::string(announced->launcher) + " speaks of " + tasks + " tasks (" +
         std::string(announced->variable) +
         "), but this process cannot talk to the others: each would run alone\n"
         "  start the program with 'bamboo run -n " +
         tasks + "', the mpirun of Open MPI or MPICH, or 'srun --mpi=pmix'\n" +
         "  one process on purpose is 'bamboo run -n 1'";
}

std::unique_ptr<Transport> load_transport(const std::string& module_folder,
                                          std::size_t piece_bytes) {
  std::string mpi = launching_mpi();
  const std::string launched_by = mpi;
  support::read_variable("BAMBOO_MPI", mpi, [](const std::string& name) {
    const bool known = name == "openmpi" || name == "mpich";
    return known ? std::optional(name) : std::nullopt;
  });
  if (mpi.empty()) return std::make_unique<LoopbackTransport>();

  const std::string path = module_folder + "/bamboo-transport-" + mpi + ".so";
  const std::string other = mpi == "openmpi" ? "mpich" : "openmpi";
  const std::string why =
      launched_by == mpi
          ? "this process was started by the launcher of " + mpi
          : "BAMBOO_MPI=" + mpi +
                (launched_by.empty() ? "" : ", though the launcher is that of " + launched_by);
  if (access(path.c_str(), R_OK) != 0) {
    fail("no transport for " + mpi + ": " + path + " does not exist\n  " + why + "\n  install " +
         mpi + " and build Bamboo again, or start the program with the mpirun of " + other);
  }
  // Plugins of Open MPI expect the symbols of libmpi in the global scope.
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    fail("cannot load " + path + "\n  " + why + "\n  " + dlerror() + "\n  is " + mpi +
         " still installed? `bamboo doctor` tells what is found");
  }
  using Factory = Transport* (*)(std::size_t);
  const auto factory = reinterpret_cast<Factory>(dlsym(module, "bamboo_make_transport"));
  if (factory == nullptr) fail(path + " is not a transport of Bamboo: " + dlerror());
  Transport* transport = factory(piece_bytes);
  if (transport == nullptr) std::exit(1);  // the factory has said why
  return std::unique_ptr<Transport>(transport);
}

}  // namespace bamboo
