// SPDX-License-Identifier: Apache-2.0
// Calls behind requests that have a trial: the way to its decisions, which all processes make
// together while they wait for such a call (vote.h).
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>

#include "communicator/communicator.h"
#include "requests/watched_calls.h"
#include "selection/trial.h"

namespace bamboo::plans::pmpi {

/// The trial of a nonblocking call that begins now; the bytes are counted as in Choice. Null if
/// there is none (yet). Local; the same on all processes.
std::shared_ptr<Trial> trial_of_nonblocking(Communicator& communicator, Operation operation,
                                            std::size_t bytes);

/// One call, from before it begins, when none of its trial is watched.
class TriedCall {
 public:
  /// `vote_tag`: of a vote on it, if there is one; none: one is drawn. `ask` as Trial has it,
  /// during the call.
  TriedCall(std::shared_ptr<Trial> trial, const std::shared_ptr<Channel>& channel,
            std::optional<int> vote_tag, Ask ask);
  /// The algorithm that serves it; null: the installed MPI's own.
  const Algorithm* server() const { return server_; }
  /// It has begun, with that `error`.
  void begun(MPI_Request request, int error);

 private:
  std::shared_ptr<Trial> trial_;
  const Algorithm* server_;
  double begin_;
  WatchedCall call_;
};

}  // namespace bamboo::plans::pmpi
