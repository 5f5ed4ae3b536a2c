// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <mutex>

namespace bamboo::plans::pmpi {

/// A communicator for messages of a process to itself. Any thread may use it.
class SelfChannel {
 public:
  /// Made at the first use, perhaps in a nonblocking call. It contains only this process, so it
  /// waits for no other one.
  MPI_Comm get();
  /// Call it before the end of MPI.
  void free();

 private:
  std::mutex mutex_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace bamboo::plans::pmpi
