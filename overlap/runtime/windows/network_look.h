// SPDX-License-Identifier: Apache-2.0
// A progress call: it lets the installed MPI advance operations in flight.
#pragma once

#include <mpi.h>

namespace bamboo::overlap {

/// Tests a request of its own that never completes. A probe suffices under Open MPI. Under MPICH a
/// probe on a communicator of one process makes no progress, and to make a communicator of all
/// processes would be collective.
class NetworkLook {
 public:
  /// Call it after MPI_Init.
  NetworkLook();
  NetworkLook(const NetworkLook&) = delete;
  /// Call it before MPI_Finalize, when no thread uses it.
  ~NetworkLook();

  /// Takes about 1 us if nothing moves. Any thread that may call MPI may call it, also
  /// concurrently.
  void look() const;

 private:
  MPI_Request never_ = MPI_REQUEST_NULL;
};

}  // namespace bamboo::overlap
