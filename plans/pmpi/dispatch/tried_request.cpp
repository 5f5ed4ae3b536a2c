// SPDX-License-Identifier: Apache-2.0
#include "dispatch/tried_request.h"

#include <algorithm>
#include <utility>

#include "dispatch/tried_call.h"

namespace bamboo::plans::pmpi {

TriedServer::TriedServer(std::shared_ptr<Choice> choice, RequestedCall requested, int vote_tag,
                         Ask ask, MPI_Request native, std::vector<RequestPlan> plans)
    : choice_(std::move(choice)),
      channel_(requested.channel),
      trial_(choice_->new_trial_behind_request(requested.call.operation, requested.bytes)),
      vote_tag_(vote_tag),
      ask_(std::move(ask)),
      native_(std::move(requested), native) {
  for (RequestPlan& each : plans) plans_.push_back(std::make_unique<PlanServer>(std::move(each)));
}

void TriedServer::begin(MPI_Request proxy) {
  end_watching(trial_.get());  // the start before has no more say
  if (trial_->is_over()) {
    serving_ = &native_;
    serving_->begin(proxy);
    return;
  }
  TriedCall tried(trial_, channel_, vote_tag_, ask_);
  serving_ = &server_of(tried.server());
  serving_->begin(proxy);
  tried.begun(proxy, MPI_SUCCESS);
}

RequestServer& TriedServer::server_of(const Algorithm* algorithm) {
  const auto found = std::ranges::find_if(
      plans_, [=](const auto& each) { return each->algorithm() == algorithm; });
  if (found == plans_.end()) return native_;
  return **found;
}

}  // namespace bamboo::plans::pmpi
