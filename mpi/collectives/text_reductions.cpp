// SPDX-License-Identifier: Apache-2.0
#include "collectives/text_reductions.h"

#include <atomic>
#include <cstdio>

#include "errors/source_location.h"
#include "rank/rank.h"

namespace bamboo::mpi {

void warn_of_text(const Rank& rank, const char* operation) {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  std::fprintf(stderr,
               "bamboo: warning: rank %d: %s (at %s) applies %s to MPI_CHAR, which is text to MPI "
               "and forbidden there; it is taken for MPI_SIGNED_CHAR, as other MPIs do (said once "
               "in each process)\n",
               rank.id(), rank.function, describe_call_site(rank.call_site).c_str(), operation);
}

}  // namespace bamboo::mpi
