// SPDX-License-Identifier: Apache-2.0
// The part of the generated procedures that is not passing arguments on.
#pragma once

#include "communicator/communicator.h"
#include "fortran/conversions.h"
#include "presence/presence.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

inline MPI_Fint code_of(const void* error) {
  return *static_cast<const MPI_Fint*>(error);
}

/// Called after a procedure that makes a communicator.
inline void open_channel_early(const void* made, const void* error) {
  if (code_of(error) == MPI_SUCCESS)
    open_channel_early(comm_of(static_cast<const MPI_Fint*>(made)));
}

/// Called after a procedure that has started a request.
inline void remember_start(const void* request, const void* error, const CalledFunction& function,
                           const void* site, const CalledWith& with) {
  if (code_of(error) == MPI_SUCCESS)
    remember_start(PMPI_Request_f2c(*static_cast<const MPI_Fint*>(request)), function, site, with);
}

}  // namespace bamboo::plans::pmpi
