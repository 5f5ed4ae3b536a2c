// SPDX-License-Identifier: Apache-2.0
// How a rank waits: it arms its firing rule with what is missing and suspends.
#include <algorithm>
#include <mutex>

#include "bamboo/taskgraph/engine.h"
#include "p2p/completion.h"
#include "p2p/post.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

bool is_complete(const Request* r) {
  return !r || r->complete.load(std::memory_order_acquire);
}

enum class Need { All, Any };

bool satisfied(std::span<Request* const> requests, Need need) {
  if (need == Need::All) return std::all_of(requests.begin(), requests.end(), is_complete);
  bool some = false;
  for (const Request* r : requests) {
    if (!r) continue;
    some = true;
    if (is_complete(r)) return true;
  }
  return !some;
}

/// True when the rank must suspend: the firing rule is armed.
bool arm(Rank& rank, std::span<Request* const> requests, Need need) {
  std::lock_guard guard(rank.mailbox.lock);
  rank.advances_while_waiting = !rank.collectives.empty();
  if (rank.advances_while_waiting && rank.collective_news) return false;
  if (satisfied(requests, need)) return false;
  int missing = 0;
  for (Request* r : requests) {
    if (is_complete(r)) continue;
    r->waited = true;
    ++missing;
  }
  rank.missing = need == Need::All ? missing : 1;
  rank.rule().arm(1);
  return true;
}

void disarm(Rank& rank, std::span<Request* const> requests) {
  std::lock_guard guard(rank.mailbox.lock);
  rank.missing = 0;
  for (Request* r : requests) {
    if (r) r->waited = false;
  }
}

void wait_until(Rank& rank, std::span<Request* const> requests, Need need) {
  rank.refuse_in_reduction();
  for (Request* r : requests) {
    if (!is_complete(r)) settle_send(*r);
  }
  bool suspended = false;
  for (;;) {
    advance_collectives(rank);
    if (satisfied(requests, need)) {
      if (!suspended) Engine::current()->progress_if_due();
      return;
    }
    if (!arm(rank, requests, need)) continue;
    rank.waiting_for = requests;
    rank.suspend();
    suspended = true;
    rank.waiting_for = {};
    disarm(rank, requests);
  }
}

bool test_until(Rank& rank, std::span<Request* const> requests, Need need) {
  rank.refuse_in_reduction();
  for (Request* r : requests) {
    if (!is_complete(r)) settle_send(*r);
  }
  advance_collectives(rank);
  if (satisfied(requests, need)) return true;
  rank.poll(requests);
  advance_collectives(rank);
  return satisfied(requests, need);
}

}  // namespace

void wait_all(Rank& rank, std::span<Request* const> requests) {
  wait_until(rank, requests, Need::All);
}
void wait_any(Rank& rank, std::span<Request* const> requests) {
  wait_until(rank, requests, Need::Any);
}
bool test_all(Rank& rank, std::span<Request* const> requests) {
  return test_until(rank, requests, Need::All);
}
bool test_any(Rank& rank, std::span<Request* const> requests) {
  return test_until(rank, requests, Need::Any);
}

namespace {

/// True when finished; what went wrong stays with the request until the rank waits for it.
bool advance(Rank& rank, PendingCollective& operation, Request& request) {
  try {
    return operation.advance(rank);
  } catch (const MpiError& error) {
    request.failure = std::make_unique<MpiError>(error);
    return true;
  }
}

}  // namespace

void advance_collectives(Rank& rank) {
  if (rank.collectives.empty()) return;
  {
    std::lock_guard guard(rank.mailbox.lock);
    rank.collective_news = false;
  }
  for (std::size_t i = 0; i < rank.collectives.size();) {
    if (!advance(rank, *rank.collectives[i].operation, *rank.collectives[i].request)) {
      ++i;
      continue;
    }
    Request* request = rank.collectives[i].request;
    rank.collectives.erase(rank.collectives.begin() + static_cast<std::ptrdiff_t>(i));
    complete(*request);
  }
}

Request* start_collective(Rank& rank, Communicator* comm,
                          std::unique_ptr<PendingCollective> operation) {
  auto* request = new Request(rank);
  request->kind = Request::Kind::Collective;
  request->comm = comm;
  request->active = true;
  request->function = rank.function;
  request->call_site = rank.call_site;
  ++comm->pending;
  if (advance(rank, *operation, *request)) {
    complete(*request);
  } else {
    rank.collectives.push_back({std::move(operation), request});
  }
  return request;
}

void release(Request* request) {
  if (request->comm) --request->comm->pending;
  delete request;
}

}  // namespace bamboo::mpi
