// SPDX-License-Identifier: Apache-2.0
// Calls behind requests that have a trial: the way to its decisions, which all processes make
// together while they wait for such a call (vote.h).
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <vector>

#include "communicator/communicator.h"
#include "requests/request_server.h"
#include "requests/watched_calls.h"
#include "selection/choice.h"
#include "selection/trial.h"

namespace bamboo::plans::pmpi {

/// The trial of a nonblocking call that begins now; the bytes are counted as in Choice. Null if
/// there is none (yet). Local; the same on all processes.
std::shared_ptr<Trial> trial_of_nonblocking(Communicator& communicator, Operation operation,
                                            std::size_t bytes);

/// One call, from before it begins, when none of its trial is watched.
class TriedCall {
 public:
  /// `vote_tag` is that of a vote on it, if there is one; nothing: a new tag is used. `ask` is as
  /// in Trial, and valid during the call.
  TriedCall(std::shared_ptr<Trial> trial, const std::shared_ptr<Channel>& channel,
            std::optional<int> vote_tag, Ask ask);
  /// The algorithm that serves it; null: the installed MPI's own.
  const Algorithm* server() const { return server_; }
  /// Reports that the call has begun, with that `error`.
  void begun(MPI_Request request, int error);

 private:
  std::shared_ptr<Trial> trial_;
  const Algorithm* server_;
  double begin_;
  WatchedCall call_;
};

/// A persistent request with a trial: plans and the installed MPI serve its starts alternately
/// until the fastest is known. All processes start a request equally often, but may start several
/// requests in different orders, so each request has its own trial.
class TriedServer final : public RequestServer {
 public:
  /// `choice` is that of the communicator, which the program may free before the request.
  /// `vote_tag` is that of this request's votes. `ask` is as in Trial, and the same for all starts.
  /// `native` owns the request, which is inactive. `plans` are those of the trial's candidates.
  TriedServer(std::shared_ptr<Choice> choice, RequestedCall requested, int vote_tag, Ask ask,
              MPI_Request native, std::vector<RequestPlan> plans);

  void begin(MPI_Request proxy) override;
  bool progress() override { return serving_->progress(); }
  bool is_direct() const override { return serving_->is_direct(); }
  void detach() override { serving_->detach(); }
  int end() override { return serving_->end(); }
  MPI_Comm program() const override { return native_.program(); }

 private:
  RequestServer& server_of(const Algorithm* algorithm);

  std::shared_ptr<Choice> choice_;  // its trials look at it
  std::shared_ptr<Channel> channel_;
  std::shared_ptr<Trial> trial_;
  int vote_tag_;
  Ask ask_;
  NativeServer native_;
  std::vector<std::unique_ptr<PlanServer>> plans_;
  RequestServer* serving_ = &native_;
};

}  // namespace bamboo::plans::pmpi
