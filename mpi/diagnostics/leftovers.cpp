// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/leftovers.h"

#include <cstdio>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "errors/source_location.h"
#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

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

/// The first leftover of a kind, and the number of such leftovers in all ranks of the process.
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
