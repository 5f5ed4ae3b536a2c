// SPDX-License-Identifier: Apache-2.0
/// \file
/// Procedures of Fortran bindings that are only passed on: all arguments are addresses, or the
/// lengths of strings, which take as much room.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include "communicator/communicator.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

inline void prepare_if_made(const void* made, const void* error) {
  if (*static_cast<const MPI_Fint*>(error) == MPI_SUCCESS)
    prepare(PMPI_Comm_f2c(*static_cast<const MPI_Fint*>(made)));
}

}  // namespace bamboo::plans::pmpi

#define ARGUMENTS_2 a1, a2
#define ARGUMENTS_3 ARGUMENTS_2, a3
#define ARGUMENTS_4 ARGUMENTS_3, a4
#define ARGUMENTS_5 ARGUMENTS_4, a5
#define ARGUMENTS_6 ARGUMENTS_5, a6
#define ARGUMENTS_7 ARGUMENTS_6, a7
#define ARGUMENTS_8 ARGUMENTS_7, a8
#define ARGUMENTS_9 ARGUMENTS_8, a9
#define ARGUMENTS_10 ARGUMENTS_9, a10
#define ARGUMENTS_11 ARGUMENTS_10, a11
#define ARGUMENTS_12 ARGUMENTS_11, a12
#define ARGUMENTS_13 ARGUMENTS_12, a13

#define PARAMETERS_2 void *a1, void *a2
#define PARAMETERS_3 PARAMETERS_2, void* a3
#define PARAMETERS_4 PARAMETERS_3, void* a4
#define PARAMETERS_5 PARAMETERS_4, void* a5
#define PARAMETERS_6 PARAMETERS_5, void* a6
#define PARAMETERS_7 PARAMETERS_6, void* a7
#define PARAMETERS_8 PARAMETERS_7, void* a8
#define PARAMETERS_9 PARAMETERS_8, void* a9
#define PARAMETERS_10 PARAMETERS_9, void* a10
#define PARAMETERS_11 PARAMETERS_10, void* a11
#define PARAMETERS_12 PARAMETERS_11, void* a12
#define PARAMETERS_13 PARAMETERS_12, void* a13

/// Calls `procedure`, which the dynamic linker knows by that name behind ours.
#define PASS_ON(procedure, count)                                                      \
  {                                                                                    \
    using Procedure = void (*)(PARAMETERS_##count);                                    \
    static const auto next = reinterpret_cast<Procedure>(dlsym(RTLD_NEXT, procedure)); \
    if (next != nullptr) next(ARGUMENTS_##count);                                      \
  }

#define LET_GO_AND_PASS_ON(procedure, count) \
  {                                          \
    bamboo::plans::pmpi::before_blocking();  \
    PASS_ON(procedure, count)                \
  }

/// Of a procedure that makes a communicator. In mpi_f08 the error may be left out.
#define LET_GO_PASS_ON_AND_PREPARE(procedure, count)                          \
  {                                                                           \
    bamboo::plans::pmpi::before_blocking();                                   \
    MPI_Fint code = MPI_SUCCESS;                                              \
    if (a##count == nullptr) a##count = &code;                                \
    PASS_ON(procedure, count)                                                 \
    void* const all[] = {ARGUMENTS_##count};                                  \
    bamboo::plans::pmpi::prepare_if_made(all[(count) - 2], all[(count) - 1]); \
  }
