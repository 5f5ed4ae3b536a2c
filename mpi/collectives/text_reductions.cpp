// SPDX-License-Identifier: Apache-2.0
#include "collectives/text_reductions.h"

#include <string>

#include "errors/misuse.h"
#include "errors/source_location.h"
#include "rank/rank.h"

namespace bamboo::mpi {

void warn_of_text(const Rank& rank, const char* operation) {
  if (!is_first(Misuse::TextReduction)) return;
  warn_of_misuse(rank.id(), std::string(rank.function) + " (at " +
                                describe_call_site(rank.call_site) + ") applies " + operation +
                                " to MPI_CHAR, which is text to MPI and forbidden there; it is "
                                "taken for MPI_SIGNED_CHAR, as other MPIs do");
}

}  // namespace bamboo::mpi
