// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rank/rank.h"

namespace bamboo::mpi {

/// A request that takes part in a wait: not null, not an inactive persistent one.
inline Request* active(const Rank& rank, MPI_Request handle) {
  Request* request = rank.request_of(handle);
  return request && request->state.is_active() ? request : nullptr;
}

}  // namespace bamboo::mpi
