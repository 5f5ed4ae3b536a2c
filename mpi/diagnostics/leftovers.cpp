// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/leftovers.h"

#include <cstdio>
#include <string>
#include <vector>

#include "bamboo/support/diagnostic.h"
#include "errors/source_location.h"
#include "matching/local_message.h"
#include "p2p/completion.h"
#include "p2p/wait.h"
#include "rank/describe.h"
#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

/// The message of a send that no receive has taken must not point at the rank's memory any more.
void detach_sends(Rank& rank) {
  std::vector<Request*> detached;
  for (Rank* other : rank.job.local_ranks()) {
    other->inbox.lock()->mailbox.detach_from(rank, detached);
  }
  for (Request* send : detached) complete(*send);
}

std::string and_more(std::size_t count, const char* what) {
  if (count <= 1) return "";
  return " (and " + std::to_string(count - 1) + " more such " + what + (count > 2 ? "s)" : ")");
}

void warn(const Rank& rank, const std::string& text) {
  support::warning("rank %d %s", rank.id(), text.c_str());
}

std::string communicator_of(Rank& rank, const Header& header) {
  const std::uint32_t context = header.context & ~1u;  // collectives have the next one
  const Communicator& comm = rank.communicators.with_context(context);
  return comm.context == context && !comm.name.empty() ? ", " + comm.name : "";
}

/// The first leftover of a kind, and how many there are in all ranks of the process.
struct Sort {
  const Rank* rank = nullptr;
  std::string text;
  std::size_t count = 0;
};

void note_message(Sort& sort, Rank& rank, const Header& header) {
  if (++sort.count > 1) return;
  const std::string from = "rank " + std::to_string(header.source);
  const CollectiveCall call(header.label);
  sort.rank = &rank;
  sort.text = call.is_one() ? "made no collective call that takes what " + from + " sent it in " +
                                  call.function() + communicator_of(rank, header)
                            : "never received the message of " + std::to_string(header.bytes) +
                                  " bytes from " + from + ", tag " + std::to_string(header.tag) +
                                  communicator_of(rank, header);
}

void note_requests(Sort& sort, const Rank& rank) {
  const LifeCycle::Unfinished& request = rank.life.unfinished;
  sort.count += request.count;
  if (request.count == 0 || sort.rank) return;
  sort.rank = &rank;
  sort.text = std::string("called MPI_Finalize without completing its ") +
              request.started_by.function + request.what + " (at " +
              describe_call_site(request.started_by.address) + ")";
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
    // A generalized one nothing can complete any more.
    if (request.listed != withdrawn && !request.generalized) begun.push_back(&request);
  });
  wait_all(rank, begun);
}

void report_leftovers(const Job& job) {
  Sort messages, collectives, requests;
  for (Rank* rank : job.local_ranks()) {
    note_requests(requests, *rank);
    const auto in = rank->inbox.lock();
    for (const Message* m = in->mailbox.unexpected(); m; m = m->next)
      note_message(CollectiveCall(m->header.label).is_one() ? collectives : messages, *rank,
                   m->header);
  }
  if (requests.rank) warn(*requests.rank, requests.text + and_more(requests.count, "request"));
  if (messages.rank) warn(*messages.rank, messages.text + and_more(messages.count, "message"));
  if (collectives.rank)
    warn(*collectives.rank,
         collectives.text + and_more(collectives.count, "message") +
             ": the ranks of a communicator must make the same collective calls");
}

}  // namespace bamboo::mpi
