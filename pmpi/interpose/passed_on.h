// SPDX-License-Identifier: Apache-2.0
// The part of the generated functions that is not passing arguments on.
#pragma once

#include <mpi.h>

#include "communicator/communicator.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// Called after a function that makes a communicator; returns its `error`.
inline int opened_early(int error, const MPI_Comm* made) {
  if (error == MPI_SUCCESS && made != nullptr) open_channel_early(*made);
  return error;
}

}  // namespace bamboo::plans::pmpi
