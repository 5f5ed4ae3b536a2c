// SPDX-License-Identifier: Apache-2.0
#include "p2p/pending_operations.h"

#include <utility>

#include "p2p/completion.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

/// Returns true when finished. The request keeps an error until the task waits for it.
bool advance_one(PendingOperation& operation, Request& request) {
  try {
    return operation.advance();
  } catch (const MpiError& error) {
    request.failure = std::make_unique<MpiError>(error);
    return true;
  }
}

std::unique_ptr<Request> new_request(MessagingTask& task, InUse& object) {
  auto request = std::make_unique<Request>(task, std::in_place_type<CollectiveRequest>);
  request->comm = &object;
  return request;
}

}  // namespace

Request* PendingOperations::start(InUse& object, std::unique_ptr<PendingOperation> operation) {
  return start(new_request(task_, object), std::move(operation));
}

Request* PendingOperations::start(std::unique_ptr<Request> owned,
                                  std::unique_ptr<PendingOperation> operation) {
  operation->begin();
  owned->started_by = task_.call;
  owned->keep_comm();
  run(*owned, std::move(operation));
  return owned.release();
}

Request* PendingOperations::persist(InUse& object, std::unique_ptr<PendingOperation> operation) {
  auto request = new_request(task_, object);
  request->use = Request::Use::Persistent;
  request->started_by = task_.call;
  request->operation = std::move(operation);
  request->state.finish();
  request->keep_comm();
  return request.release();
}

void PendingOperations::start(Request& persistent) {
  persistent.operation->begin();
  persistent.failure.reset();
  persistent.started_by = task_.call;
  persistent.state.start();
  run(persistent, persistent.operation);
}

void PendingOperations::run(Request& request, std::shared_ptr<PendingOperation> operation) {
  if (advance_one(*operation, request))
    complete(request);
  else
    running_.push_back({std::move(operation), &request});
}

void PendingOperations::advance_all() {
  task_.inbox.lock()->step_completed = false;
  for (std::size_t i = 0; i < running_.size();) {
    if (!advance_one(*running_[i].operation, *running_[i].request)) {
      ++i;
      continue;
    }
    Request* request = running_[i].request;
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    complete(*request);
  }
}

std::vector<Request*> PendingOperations::reclaim_freed() {
  std::vector<Request*> freed;
  const auto in = task_.inbox.lock();
  for (const Running& each : running_)
    if (each.request->state.reclaim()) freed.push_back(each.request);
  return freed;
}

const PendingOperation* PendingOperations::behind(const Request& request) const {
  for (const Running& each : running_)
    if (each.request == &request) return each.operation.get();
  return nullptr;
}

}  // namespace bamboo::mpi
