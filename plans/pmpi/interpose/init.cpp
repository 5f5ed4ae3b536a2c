// SPDX-License-Identifier: Apache-2.0
// MPI's beginning as the program calls it.
#include <mpi.h>

#include "arguments/next_function.h"
#include "interpose/lifecycle.h"

namespace {

/// Another library may be between this one and the MPI, such as the one of mode overlap.
template <class Function>
Function next(const char* name, Function otherwise) {
  void* found = bamboo::plans::pmpi::next_function(name);
  return found ? reinterpret_cast<Function>(found) : otherwise;
}

int begin(int error) {
  if (error == MPI_SUCCESS) bamboo::plans::pmpi::initialize();
  return error;
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  return begin(next("MPI_Init", PMPI_Init)(argc, argv));
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return begin(next("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided));
}
}
