// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "one_sided/combine.h"
#include "one_sided/messages.h"
#include "one_sided/window.h"

namespace bamboo::mpi {

/// The arguments of MPI_Put and similar calls. The elements at the target are `count` of `type`;
/// the buffers hold the same number of bytes.
struct RmaOperation {
  Access access;
  MPI_Op op = MPI_REPLACE;
  TypedBuffer origin = {};         ///< data for the target; none for a get
  TypedBuffer result = {};         ///< takes data of the target
  const void* expected = nullptr;  ///< by a compare-and-swap
  MPI_Aint displacement = 0;
  std::size_t count = 0;
  const Datatype* type = nullptr;
};

/// Carries it out at once where the target is a rank of this process, else begins it. `request`,
/// unless null, completes when it is done.
void begin(Window& window, Target& target, const RmaOperation& operation, Request* request);

}  // namespace bamboo::mpi
