// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
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

[[noreturn]] void fail(const std::string& message) {
  support::print(support::Severity::Error, message);
  std::exit(1);
}

struct Mpi {
  std::string name;                    ///< "openmpi" or "mpich"; empty: there is none
  std::optional<std::string> library;  ///< none: that with which the transport was built
};

/// A name, or the folder where an MPI is installed.
std::optional<Mpi> parse_mpi(const std::string& text) {
  for (const char* name : {"openmpi", "mpich"}) {
    if (text == name) return Mpi{name, std::nullopt};
    if (text.starts_with('/')) {
      if (auto library = mpi_library_in(text, name)) return Mpi{name, std::move(library)};
    }
  }
  return std::nullopt;
}

/// Plugins of Open MPI expect the symbols of libmpi in the global scope, and so do transports: they
/// serve any MPI whose ABI is that with which they were built.
void* open_module(const std::string& path, const std::string& mpi, const std::string& why) {
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    fail("cannot load " + path + "\n  " + why + "\n  " + dlerror() + "\n  is " + mpi +
         " still installed? `bamboo doctor` shows what is found");
  }
  return module;
}

}  // namespace

std::optional<std::string> why_not_alone(const Transport& transport) {
  if (transport.processes() > 1) return std::nullopt;
  return support::why_not_alone(launching_mpi() == "mpich" ? support::announced_by_mpich
                                                           : support::announced_by_open_mpi);
}

std::unique_ptr<Transport> load_transport(const std::string& module_folder,
                                          std::size_t piece_bytes) {
  const std::string launched_by = launching_mpi();
  Mpi mpi{launched_by, std::nullopt};
  support::read_variable("BAMBOO_MPI", mpi, parse_mpi);
  if (mpi.name.empty()) return std::make_unique<LoopbackTransport>();
  if (!mpi.library && mpi.name == launched_by) mpi.library = library_of_launching_mpi(mpi.name);

  const std::string other = mpi.name == "openmpi" ? "mpich" : "openmpi";
  const std::string why =
      launched_by == mpi.name
          ? "this process was started by the launcher of " + mpi.name
          : "BAMBOO_MPI=" + mpi.name +
                (launched_by.empty() ? "" : ", though the launcher is that of " + launched_by);
  const std::string path = module_folder + "/bamboo-transport-" + mpi.name + ".so";
  if (access(path.c_str(), R_OK) != 0) {
    fail("no transport for " + mpi.name + ": " + path + " does not exist\n  " + why +
         "\n  install " + mpi.name +
         " and build Bamboo again, or start the program with the mpirun of " + other);
  }
  open_module(mpi.library.value_or(module_folder + "/bamboo-default-" + mpi.name + ".so"), mpi.name,
              why);
  using Factory = Transport* (*)(std::size_t);
  const auto factory =
      reinterpret_cast<Factory>(dlsym(open_module(path, mpi.name, why), "bamboo_make_transport"));
  if (factory == nullptr) fail(path + " is not a transport of Bamboo: " + dlerror());
  Transport* transport = factory(piece_bytes);
  if (transport == nullptr) std::exit(1);  // the factory has said why
  return std::unique_ptr<Transport>(transport);
}

}  // namespace bamboo
