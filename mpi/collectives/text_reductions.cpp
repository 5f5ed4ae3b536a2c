// SPDX-License-Identifier: Apache-2.0
#include "collectives/text_reductions.h"

#include <mpi.h>

#include <string>

#include "errors/misuse.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

void warn_of_text(const MessagingTask& task, const char* operation) {
  tolerate(Misuse::TextReduction, task.id(), task.call, MPI_ERR_OP,
           std::string("applies ") + operation +
               " to MPI_CHAR, which is text to MPI and forbidden there; it is taken for "
               "MPI_SIGNED_CHAR, as other MPIs do");
}

}  // namespace bamboo::mpi
