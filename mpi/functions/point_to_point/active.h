// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rank/rank.h"

namespace bamboo::mpi {

inline bool done(const Request* r) {
  return r->complete.load(std::memory_order_acquire);
}

/// A request that takes part in a wait: not null, not an inactive persistent one.
inline Request* active(const Rank& rank, MPI_Request handle) {
  Request* request = rank.request_of(handle);
  return request && request->active ? request : nullptr;
}

}  // namespace bamboo::mpi
