// SPDX-License-Identifier: Apache-2.0
#include "rank/complete_pending.h"

#include <vector>

#include "p2p/completion.h"
#include "p2p/wait.h"
#include "rank/describe.h"
#include "rank/rank.h"

namespace bamboo::mpi {
namespace {

/// The message of a send that no receive has taken must not refer to the rank's memory any more.
void detach_sends(Rank& rank) {
  std::vector<Request*> detached;
  for (LentSends::Lent lent = rank.lent.first(); lent.send; lent = rank.lent.first()) {
    const auto in = rank.neighbour(lent.receiver)->inbox.lock();
    if (lent != rank.lent.first()) continue;  // a receive has just taken it
    in->mailbox.detach(*lent.send->as<SendRequest>().borrowed, true);
    detached.push_back(lent.send);
  }
  for (Request* send : detached) complete(*send);
}

}  // namespace

void complete_pending(Rank& rank) {
  detach_sends(rank);
  const std::uint64_t withdrawn = rank.requests.new_mark();
  for (Request* receive : rank.inbox.lock()->mailbox.withdraw_receives())
    receive->listed = withdrawn;
  LifeCycle::Unfinished& unfinished = rank.life.unfinished;
  std::vector<Request*> begun;
  rank.requests.for_each([&](Request& request) {
    if (!request.state.is_active()) return;
    if (unfinished.count++ == 0) unfinished = {1, request.started_by, brief(request)};
    // Nothing can complete a generalized request any more.
    if (request.listed != withdrawn && !request.is<GeneralizedRequest>()) begun.push_back(&request);
  });
  // Other ranks may need the steps of a freed collective, and its memory is the program's.
  const std::vector<Request*> freed = rank.pending.reclaim_freed();
  begun.insert(begun.end(), freed.begin(), freed.end());
  wait_all(rank, begun);
  while (rank.freed_sends.load(std::memory_order_acquire) > 0) poll(rank, {});
  for (Request* request : freed) free_request(request);
}

}  // namespace bamboo::mpi
