// SPDX-License-Identifier: Apache-2.0
#include "one_sided/waiting.h"

#include <algorithm>
#include <utility>

#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

/// Returns false if it is not in the list.
bool take_out(std::vector<TaskId>& list, TaskId one) {
  const auto found = std::ranges::find(list, one);
  if (found == list.end()) return false;
  *found = list.back();
  list.pop_back();
  return true;
}

}  // namespace

void set_one_sided(Request& request, Communicator& comm, TaskId peer) {
  request.comm = &comm;
  request.peer = peer;
  request.started_by = request.owner->call;
}

Awaited::Awaited(Communicator& comm, TaskId peer)
    : request_(comm.task, std::in_place_type<OneSidedRequest>) {
  set_one_sided(request_, comm, peer);
}

void Awaited::wait() {
  wait_one(*request_.owner, request_);
}

std::uint32_t Questions::add(Question& question) {
  const auto slots = slots_.lock();
  if (slots->free.empty()) {
    slots->all.push_back(&question);
    return static_cast<std::uint32_t>(slots->all.size() - 1);
  }
  const std::uint32_t number = slots->free.back();
  slots->free.pop_back();
  slots->all[number] = &question;
  return number;
}

Question& Questions::take(std::uint32_t number) {
  const auto slots = slots_.lock();
  slots->free.push_back(number);
  return *slots->all[number];
}

void Outstanding::remove() {
  Request* waiter = nullptr;
  {
    const auto state = state_.lock();
    if (--state->count == 0) waiter = std::exchange(state->waiters, nullptr);
  }
  while (waiter) complete(*std::exchange(waiter, waiter->next));
}

void Outstanding::wait(Communicator& comm, TaskId target) {
  Awaited all(comm, target);
  {
    const auto state = state_.lock();
    if (state->count == 0) return;
    all.request().next = std::exchange(state->waiters, &all.request());
  }
  all.wait();
}

void Notices::arrive(TaskId from) {
  Request* waiter = nullptr;
  {
    const auto state = state_.lock();
    if (!take_out(state->missing, from))
      state->here.push_back(from);
    else if (state->missing.empty())
      waiter = std::exchange(state->waiter, nullptr);
  }
  if (waiter) complete(*waiter);
}

void Notices::wait(Communicator& comm, std::span<const TaskId> from) {
  Awaited all(comm, from.size() == 1 ? from[0] : any_source);
  {
    const auto state = state_.lock();
    for (const TaskId each : from)
      if (!take_out(state->here, each)) state->missing.push_back(each);
    if (state->missing.empty()) return;
    state->waiter = &all.request();
  }
  all.wait();
}

bool Notices::take(std::span<const TaskId> from) {
  const auto state = state_.lock();
  std::vector<TaskId> others = state->here;
  for (const TaskId each : from)
    if (!take_out(others, each)) return false;
  state->here = std::move(others);
  return true;
}

}  // namespace bamboo::mpi
