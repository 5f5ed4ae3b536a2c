// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>

namespace bamboo::mpi {

/// Memory that a program gives to buffered sends. Their messages lie elsewhere, but the size
/// counts: a program finds out here what other MPIs refuse.
struct AttachedBuffer {
  void* address = nullptr;
  MPI_Count bytes = 0;
};

/// The buffer of all communicators of a session; empty if none is attached.
using SessionBuffer = std::shared_ptr<std::optional<AttachedBuffer>>;

}  // namespace bamboo::mpi
