// SPDX-License-Identifier: Apache-2.0
#include "rank/calling_rank.h"

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "errors/end_job.h"
#include "errors/source_location.h"
#include "image/code_owner.h"
#include "rank/undeclared_threads.h"

namespace bamboo::mpi {

Rank& calling_rank(const char* function, void* call_site) {
  Rank* rank = Rank::current_or_null();
  if (!rank) rank = static_cast<Rank*>(code_owner(call_site));
  if (!rank && ProcessState::all().size() == 1)
    rank = static_cast<Rank*>(&ProcessState::all().front()->task);
  if (rank) return *rank;
  support::error(
      "%s is called (at %s) on a thread of the program's own, in code that all ranks of the "
      "process share: give each rank its own copy of that library, without --bamboo-shared",
      function, describe_call_site(call_site).c_str());
  end_job(1);
}

void InMpi::enter(const char* function, void* call_site) {
  rank = &calling_rank(function, call_site);
  if (!rank->own_threads()) let_thread_in(*rank, function, call_site);
  if (Trace* trace = Trace::current()) trace->leave();  // the thread may have been a worker
  rank->own_threads()->enter();
  thread_.emplace(*rank);
}

}  // namespace bamboo::mpi
