// SPDX-License-Identifier: Apache-2.0
#include "dispatch/tried.h"

#include <algorithm>
#include <utility>

#include "selection/large_call.h"

namespace bamboo::plans::pmpi {

std::shared_ptr<Trial> trial_of_nonblocking(Communicator& communicator, Operation operation,
                                            std::size_t bytes) {
  Choice& choice = communicator.choice();
  if (!choice.may_try_behind_request(operation, bytes)) return nullptr;
  if (!communicator.has_channel()) {
    // It is made collectively, for which a nonblocking call may not wait.
    if (LargeCall::is_large(operation, communicator.size(), bytes)) communicator.want_channel();
    return nullptr;
  }
  if (!communicator.shared_channel()->has_passing_tags()) return nullptr;
  auto trial = choice.trial_of_nonblocking(operation, bytes);
  end_watching(trial.get());  // the previous call no longer matters
  return trial->is_over() ? nullptr : trial;
}

TriedCall::TriedCall(std::shared_ptr<Trial> trial, const std::shared_ptr<Channel>& channel,
                     std::optional<int> vote_tag, Ask ask)
    : trial_(std::move(trial)), server_(trial_->next()) {
  call_.kind = trial_.get();
  if (trial_->may_only_count()) {
    trial_->count();
    call_.report = [trial = trial_](std::optional<WatchedCall::Time> time) {
      trial->note(time->seconds);
    };
  } else {
    call_.vote.emplace(channel, vote_tag ? *vote_tag : *channel->passing_tag());
    call_.report = [trial = trial_, channel, ask = std::move(ask)](const auto& time) {
      if (!time) return trial->miss();
      if (trial->add(time->seconds, time->end)) trial->agree(channel->messages(), ask);
    };
  }
  begin_ = PMPI_Wtime();
}

void TriedCall::begun(MPI_Request request, int error) {
  call_.request = request;
  call_.beginning = PMPI_Wtime() - begin_;
  watch(std::move(call_));
  if (error != MPI_SUCCESS) end_watching(trial_.get());
}

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
  end_watching(trial_.get());  // the previous start no longer matters
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
