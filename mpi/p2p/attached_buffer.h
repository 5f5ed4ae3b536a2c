// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace bamboo::mpi {

/// Memory that a program gives to buffered sends. Their messages lie elsewhere, but the size
/// counts: a program finds out here what other MPIs refuse.
struct AttachedBuffer {
  void* address = nullptr;
  MPI_Count bytes = 0;
};

}  // namespace bamboo::mpi
