// SPDX-License-Identifier: Apache-2.0
/// \file
/// What functions in front of Open MPI's Fortran bindings share.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <vector>

#include "dispatch/call_origin.h"

extern "C" {
// Where Fortran's MPI_IN_PLACE and MPI_BOTTOM stand; without Fortran in the program, nowhere.
extern int mpi_fortran_in_place_ __attribute__((weak));
extern int mpi_fortran_bottom_ __attribute__((weak));
}

namespace bamboo::plans::pmpi {

inline void* address(void* fortran) {
  if (fortran == &mpi_fortran_in_place_) return MPI_IN_PLACE;
  return fortran == &mpi_fortran_bottom_ ? MPI_BOTTOM : fortran;
}

inline MPI_Comm comm_of(const MPI_Fint* handle) {
  return PMPI_Comm_f2c(*handle);
}

inline MPI_Datatype type_of(const MPI_Fint* handle) {
  return PMPI_Type_f2c(*handle);
}

inline MPI_Op op_of(const MPI_Fint* handle) {
  return PMPI_Op_f2c(*handle);
}

inline std::vector<MPI_Datatype> types_of(const MPI_Fint* handles, MPI_Comm comm) {
  std::vector<MPI_Datatype> types;
  int between_groups = 0, size = 0;
  if (comm == MPI_COMM_NULL) return types;
  PMPI_Comm_test_inter(comm, &between_groups);
  between_groups ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size);
  for (int i = 0; i < size; ++i) types.push_back(type_of(handles + i));
  return types;
}

inline void give(MPI_Fint* error, int code) {
  if (error != nullptr) *error = code;
}

inline void give_request(MPI_Fint* request, MPI_Fint* error, int code, MPI_Request made) {
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(made);
  give(error, code);
}

/// The binding's own function, behind ours.
template <class... Arguments>
void call_next(const char* name, Arguments... arguments) {
  void* next = dlsym(RTLD_NEXT, name);
  if (next != nullptr) reinterpret_cast<void (*)(Arguments...)>(next)(arguments...);
}

}  // namespace bamboo::plans::pmpi

// The function under the name that mpi_f08 calls, and all spellings of Fortran compilers.
#define FORTRAN(name, NAME, parameters)                                                 \
  extern "C" void ompi_##name##_f parameters;                                           \
  extern "C" void mpi_##name parameters __attribute__((alias("ompi_" #name "_f")));     \
  extern "C" void mpi_##name##_ parameters __attribute__((alias("ompi_" #name "_f")));  \
  extern "C" void mpi_##name##__ parameters __attribute__((alias("ompi_" #name "_f"))); \
  extern "C" void MPI_##NAME parameters __attribute__((alias("ompi_" #name "_f")));     \
  extern "C" void ompi_##name##_f parameters

#define ORIGIN const bamboo::plans::pmpi::CallOrigin origin(__builtin_return_address(0))
