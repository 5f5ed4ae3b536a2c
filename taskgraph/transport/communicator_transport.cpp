// SPDX-License-Identifier: Apache-2.0
#include "transport/communicator_transport.h"

#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace bamboo {
namespace {

struct Names {
  std::string module;
  std::vector<const char*> libraries;
};

Names names_of(Communicator::Mpi mpi) {
  switch (mpi) {
    case Communicator::Mpi::OpenMpi:
      return {"openmpi", {"libmpi.so.40"}};
    case Communicator::Mpi::Mpich:
      return {"mpich", {"libmpich.so.12", "libmpi.so.12"}};
    case Communicator::Mpi::StandardAbi:
      break;
  }
  throw std::logic_error(
      "a Runtime on a communicator of MPI's standard ABI: compile the program for Open MPI or "
      "MPICH, not for mode tasks, whose ranks are tasks themselves, nor for libmpi_abi");
}

/// The module finds the MPI's functions in the global scope. A program's plugin, as of Python, may
/// have loaded the MPI into a scope of its own.
void* load(const std::string& module_folder, const Names& names) {
  for (const char* library : names.libraries)
    ::dlopen(library, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  const std::string path = module_folder + "/bamboo-transport-" + names.module + ".so";
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    throw std::runtime_error("cannot load " + path + ", for the program's " + names.module +
                             "\n  " + ::dlerror() + "\n  `bamboo doctor` shows what is found");
  }
  return module;
}

}  // namespace

std::unique_ptr<Transport> make_transport_on(const Communicator& communicator,
                                             const std::string& module_folder,
                                             std::size_t piece_bytes, const MpiUse& use) {
  void* module = load(module_folder, names_of(communicator.mpi()));
  using Factory =
      Transport* (*)(std::intptr_t, std::size_t, const MpiUse&, std::optional<std::string>&);
  const auto factory = reinterpret_cast<Factory>(::dlsym(module, "bamboo_make_transport_on"));
  if (factory == nullptr)
    throw std::runtime_error(std::string("no transport of this version of Bamboo: ") + ::dlerror());
  std::optional<std::string> refusal;
  std::unique_ptr<Transport> transport(factory(communicator.handle(), piece_bytes, use, refusal));
  if (transport == nullptr) throw std::logic_error("a Runtime on a communicator: " + *refusal);
  return transport;
}

}  // namespace bamboo
