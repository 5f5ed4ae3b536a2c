// SPDX-License-Identifier: Apache-2.0
/// \file
/// A look at the network: lets the installed MPI move what is in flight.
#pragma once

#include <mpi.h>

namespace bamboo::overlap {

/// Asks MPI for a request of its own that is never complete. A probe would do under Open MPI. Under
/// MPICH it looks at nothing on a communicator of one process, and to make one of all processes all
/// of them would have to look.
class NetworkLook {
 public:
  /// Behind MPI_Init.
  NetworkLook();
  NetworkLook(const NetworkLook&) = delete;
  /// Before MPI_Finalize, when no thread looks.
  ~NetworkLook();

  /// About 1 us where nothing moves. By any thread that may call MPI, also at the same time.
  void look() const;

 private:
  MPI_Request never_ = MPI_REQUEST_NULL;
};

}  // namespace bamboo::overlap
