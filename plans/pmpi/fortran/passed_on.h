// SPDX-License-Identifier: Apache-2.0
// The part of the generated procedures that is not passing arguments on.
#pragma once

#include "communicator/communicator.h"
#include "fortran/conversions.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// Called after a procedure that makes a communicator.
inline void open_channel_early(const void* made, const void* error) {
  if (*static_cast<const MPI_Fint*>(error) == MPI_SUCCESS)
    open_channel_early(comm_of(static_cast<const MPI_Fint*>(made)));
}

}  // namespace bamboo::plans::pmpi
