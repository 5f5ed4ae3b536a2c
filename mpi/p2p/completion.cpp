// SPDX-License-Identifier: Apache-2.0
#include "p2p/completion.h"

#include <mutex>

#include "bamboo/taskgraph/engine.h"
#include "p2p/post.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

/// The message that completes it, as far as it is one message.
MessageId cause_of(const Request& request) {
  switch (request.kind) {
    case Request::Kind::Receive:
      return {request.source, request.number};
    case Request::Kind::Send:
      return {request.peer, 0};
    case Request::Kind::Collective:
      break;
  }
  return {};
}

}  // namespace

void complete(Request& request) {
  Rank& owner = *request.rank;
  MessageId cause;
  bool fire = false;
  bool orphan = false;
  {
    std::lock_guard guard(owner.mailbox.lock);
    if (request.waited) {
      request.waited = false;
      fire = --owner.missing == 0;
    } else if (request.internal) {
      owner.collective_news = true;
      if (owner.advances_while_waiting && owner.missing > 0) {
        owner.missing = 0;
        fire = true;
      }
    }
    orphan = request.orphan;
    cause = cause_of(request);
    request.complete.store(true, std::memory_order_release);  // last: the owner may free it at once
  }
  if (orphan) release(&request);
  if (fire) Engine::current()->fire(owner, cause);
}

void Request::done() {
  mpi::complete(*this);
}
void Request::sent() {
  mpi::complete(*this);
}

}  // namespace bamboo::mpi
