// SPDX-License-Identifier: Apache-2.0
// A persistent request with a trial: plans and the installed MPI serve its starts alternately
// until the fastest is known. All processes start a request equally often, but may start several
// requests in different orders, so each request has its own trial.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "requests/request_server.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {

class TriedServer final : public RequestServer {
 public:
  /// `choice`: of the communicator, which the program may free before the request. `vote_tag`: of
  /// this request's votes. `ask` as Trial has it, of all starts alike. `native`: takes the
  /// request, which is inactive. `plans`: of the trial's candidates.
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
