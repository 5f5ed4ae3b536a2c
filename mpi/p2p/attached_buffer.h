// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>

namespace bamboo::mpi {

/// Memory that a program attaches for buffered sends. Bamboo stores the messages elsewhere, but
/// counts their size, so that it reports messages that other MPIs would refuse.
struct AttachedBuffer {
  void* address = nullptr;
  MPI_Count bytes = 0;
};

/// The buffer of all communicators of a session; empty if none is attached.
using SessionBuffer = std::shared_ptr<std::optional<AttachedBuffer>>;

}  // namespace bamboo::mpi
