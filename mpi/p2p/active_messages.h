// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/taskgraph/message.h"

namespace bamboo::mpi {

/// Receives a rank's messages of contexts with `active_context`. No receive waits for them: the
/// thread that delivers them performs their action on arrival, whether the rank is in an MPI call
/// or computes.
class ActiveMessages {
 public:
  virtual ~ActiveMessages() = default;
  /// Owns the message from now on. Any thread, perhaps with the transport locked: it may send, but
  /// must not wait for a lock under which another thread sends.
  virtual void arrived(Message* message) = 0;
};

}  // namespace bamboo::mpi
