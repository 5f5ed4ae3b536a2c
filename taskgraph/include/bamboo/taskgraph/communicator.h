// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

struct ompi_communicator_t;
struct MPI_ABI_Comm;

namespace bamboo {

/// The MPI_Comm of a program that calls MPI itself, for a Runtime on it. An `MPI_Comm` converts to
/// it: its type says for which MPI the program was compiled, so no header of an MPI is included
/// here. A copy of the handle, which owns nothing. Any thread.
class Communicator {
 public:
  enum class Mpi {
    OpenMpi,
    Mpich,        ///< and the MPIs of its ABI
    StandardAbi,  ///< of virtual ranks (mode tasks) or of libmpi_abi; a Runtime refuses it
  };

  Communicator(ompi_communicator_t* handle)  // NOLINT(google-explicit-constructor)
      : mpi_(Mpi::OpenMpi), handle_(reinterpret_cast<std::intptr_t>(handle)) {}
  Communicator(int handle)  // NOLINT(google-explicit-constructor)
      : mpi_(Mpi::Mpich), handle_(handle) {}
  Communicator(MPI_ABI_Comm* handle)  // NOLINT(google-explicit-constructor)
      : mpi_(Mpi::StandardAbi), handle_(reinterpret_cast<std::intptr_t>(handle)) {}

  Mpi mpi() const { return mpi_; }
  std::intptr_t handle() const { return handle_; }

 private:
  Mpi mpi_;
  std::intptr_t handle_;
};

}  // namespace bamboo
