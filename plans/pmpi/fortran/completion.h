// SPDX-License-Identifier: Apache-2.0
/// \file
/// Completion by Fortran bindings that call PMPI_ themselves. Carriers are requests of the MPI, so
/// its own procedures complete them; what is added is progress.
#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include "fortran/passed_on.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// Until the plan behind the request, if there is one, has come to its end.
inline void finish_carried(MPI_Request request) {
  while (are_requests_under_way() && !is_carried_to_end(request)) {
    progress_requests();
    give_way();
  }
}

/// Waiting for any or for some: `test(done, error)` until it says so, which gives true, or until no
/// plan is under way.
template <class Test>
bool wait_for_any(MPI_Fint* error, const Test& test) {
  while (are_requests_under_way()) {
    progress_requests();
    MPI_Fint done = 0, code = MPI_SUCCESS;
    test(&done, &code);
    if (done || code != MPI_SUCCESS) {
      if (error != nullptr) *error = code;
      return true;
    }
    give_way();
  }
  return false;
}

/// The procedure of that name behind ours.
template <class Procedure>
Procedure* bound(const char* name) {
  return reinterpret_cast<Procedure*>(dlsym(RTLD_NEXT, name));
}

}  // namespace bamboo::plans::pmpi

/// PROCEDURE(name, NAME, parameters) begins a definition, BOUND_NAME(name) is what the linker calls
/// it, and `request_of` makes C's handle.
#define COMPLETION_PROCEDURES(PROCEDURE, BOUND_NAME, request_of)                                 \
  PROCEDURE(wait, WAIT, (PARAMETERS_3)) {                                                        \
    finish_carried(request_of(*static_cast<MPI_Fint*>(a1)));                                     \
    LET_GO_AND_PASS_ON(BOUND_NAME(wait), 3)                                                      \
  }                                                                                              \
  PROCEDURE(waitall, WAITALL, (PARAMETERS_4)) {                                                  \
    for (MPI_Fint i = 0; are_requests_under_way() && i < *static_cast<MPI_Fint*>(a1); ++i)       \
      finish_carried(request_of(static_cast<MPI_Fint*>(a2)[i]));                                 \
    LET_GO_AND_PASS_ON(BOUND_NAME(waitall), 4)                                                   \
  }                                                                                              \
  PROCEDURE(waitany, WAITANY, (PARAMETERS_5)) {                                                  \
    static const auto test = bound<void(PARAMETERS_6)>(BOUND_NAME(testany));                     \
    const auto look = [&](MPI_Fint* done, MPI_Fint* code) { test(a1, a2, a3, done, a4, code); }; \
    if (wait_for_any(static_cast<MPI_Fint*>(a5), look)) return;                                  \
    LET_GO_AND_PASS_ON(BOUND_NAME(waitany), 5)                                                   \
  }                                                                                              \
  PROCEDURE(waitsome, WAITSOME, (PARAMETERS_6)) {                                                \
    static const auto test = bound<void(PARAMETERS_6)>(BOUND_NAME(testsome));                    \
    const auto look = [&](MPI_Fint* done, MPI_Fint* code) {                                      \
      test(a1, a2, a3, a4, a5, code);                                                            \
      *done = *static_cast<MPI_Fint*>(a3);                                                       \
    };                                                                                           \
    if (wait_for_any(static_cast<MPI_Fint*>(a6), look)) return;                                  \
    LET_GO_AND_PASS_ON(BOUND_NAME(waitsome), 6)                                                  \
  }
