// SPDX-License-Identifier: Apache-2.0
#include "rank/calling_rank.h"

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "errors/source_location.h"
#include "image/code_owner.h"

namespace bamboo::mpi {

Rank& calling_rank(const char* function, void* call_site) {
  Rank* rank = Rank::current_or_null();
  if (!rank) rank = static_cast<Rank*>(code_owner(call_site));
  if (rank) return *rank;
  support::error(
      "%s is called (at %s) on a thread of the program's own, in code that all ranks of the "
      "process share: give each rank its own copy of that library, by --bamboo-private",
      function, describe_call_site(call_site).c_str());
  end_job(1);
}

void InMpi::enter(const char* function, void* call_site) {
  rank = &calling_rank(function, call_site);
  if (!rank->own_threads()) {
    support::error(
        "rank %d: %s is called (at %s) on another thread than the one that runs main(), which "
        "needs MPI_THREAD_SERIALIZED: the rank has %s",
        rank->id(), function, describe_call_site(call_site).c_str(),
        thread_level_name(rank->life.thread_level));
    end_job(1);
  }
  rank->own_threads()->enter();
  thread_.emplace(*rank);
}

}  // namespace bamboo::mpi
