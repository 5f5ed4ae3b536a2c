// SPDX-License-Identifier: Apache-2.0
// Arguments of Fortran procedures as C has them, and the bindings' own procedures.
#pragma once

#include <mpi.h>

#include <vector>

#include "arguments/moved_bytes.h"
#include "arguments/neighbours.h"
#include "arguments/next_function.h"

extern "C" {
// The addresses of MPI_IN_PLACE and MPI_BOTTOM in the Fortran bindings of the two MPIs; at most one
// MPI defines its symbols.
extern int mpi_fortran_in_place_ __attribute__((weak));
extern int mpi_fortran_bottom_ __attribute__((weak));
extern void* MPIR_F_MPI_IN_PLACE __attribute__((weak));
extern int MPIR_F08_MPI_IN_PLACE __attribute__((weak));
}

namespace bamboo::plans::pmpi {

inline void* address(void* fortran) {
  if (fortran == nullptr) return nullptr;
  const bool in_place = fortran == &mpi_fortran_in_place_ || fortran == &MPIR_F08_MPI_IN_PLACE ||
                        (&MPIR_F_MPI_IN_PLACE && fortran == MPIR_F_MPI_IN_PLACE);
  if (in_place) return MPI_IN_PLACE;
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
  const int size = comm == MPI_COMM_NULL ? 0 : processes_opposite(comm);
  for (int i = 0; i < size; ++i) types.push_back(type_of(handles + i));
  return types;
}
/// The types of the send side, which is ignored in place.
inline std::vector<MPI_Datatype> types_of(const MPI_Fint* handles, MPI_Comm comm, void* sendbuf) {
  return address(sendbuf) == MPI_IN_PLACE ? std::vector<MPI_Datatype>() : types_of(handles, comm);
}

/// Like above for neighbours, whose number differs for each side.
inline std::vector<MPI_Datatype> types_of_neighbours(const MPI_Fint* handles, MPI_Comm comm,
                                                     int Neighbours::* blocks) {
  std::vector<MPI_Datatype> types;
  const auto neighbours = comm == MPI_COMM_NULL ? nullptr : neighbours_of(comm);
  for (int i = 0; neighbours && i < (*neighbours).*blocks; ++i)
    types.push_back(type_of(handles + i));
  return types;
}

inline void give(MPI_Fint* error, int code) {
  if (error != nullptr) *error = code;
}

inline void give_request(MPI_Fint* request, MPI_Fint* error, int code, MPI_Request made) {
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(made);
  give(error, code);
}

/// The procedure of that name behind ours; null where there is none.
inline void* behind(const char* name) {
  return next_function(name);
}

/// Calls a procedure, if there is one.
template <class... Arguments>
void call(void* procedure, Arguments... arguments) {
  if (procedure != nullptr) reinterpret_cast<void (*)(Arguments...)>(procedure)(arguments...);
}

}  // namespace bamboo::plans::pmpi
