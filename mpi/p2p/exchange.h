// SPDX-License-Identifier: Apache-2.0
// A send and a receive under one request of the program's (MPI_Isendrecv).
#pragma once

#include "p2p/pending_operations.h"

namespace bamboo::mpi {

class Exchange final : public PendingOperation {
 public:
  /// `whole` is the program's request: it looks like the receive, and is complete with both.
  explicit Exchange(Request& whole);

  Request send, receive;  ///< the caller fills in their arguments
  void post();

  bool advance() override;
  std::vector<const Request*> waits_for() const override;

 private:
  Request& whole_;
};

}  // namespace bamboo::mpi
