// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "bamboo/taskgraph/transport.h"
#include "transport/loopback_transport.h"

namespace bamboo {

namespace {

bool set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
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
  std::fprintf(stderr, "bamboo: %s\n", message.c_str());
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

std::unique_ptr<Transport> load_transport(const std::string& module_folder,
                                          std::size_t piece_bytes) {
  std::string mpi = launching_mpi();
  const std::string launched_by = mpi;
  if (set("BAMBOO_MPI")) {
    mpi = std::getenv("BAMBOO_MPI");
    if (mpi != "openmpi" && mpi != "mpich") {
      fail("BAMBOO_MPI=" + mpi + " names no MPI; use openmpi or mpich");
    }
  }
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
