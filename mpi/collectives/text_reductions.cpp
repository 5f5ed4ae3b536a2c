// SPDX-License-Identifier: Apache-2.0
#include "collectives/text_reductions.h"

#include <string>

#include "errors/misuse.h"
#include "errors/source_location.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

void warn_of_text(const MessagingTask& task, const char* operation) {
  if (!is_first(Misuse::TextReduction)) return;
  warn_of_misuse(task.id(), std::string(task.call.function) + " (at " +
                                describe_call_site(task.call.address) + ") applies " + operation +
                                " to MPI_CHAR, which is text to MPI and forbidden there; it is "
                                "taken for MPI_SIGNED_CHAR, as other MPIs do");
}

}  // namespace bamboo::mpi
