// SPDX-License-Identifier: Apache-2.0
#include "collectives/undefined_reductions.h"

#include <string>

#include "errors/misuse.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

void tolerate_reduction(const MessagingTask& task, MPI_Op op, const Operation& operation,
                        const Datatype& type) {
  const auto misused_as = [&](Misuse misuse, const std::string& why) {
    tolerate(misuse, task.id(), task.call, MPI_ERR_OP,
             std::string("applies ") + name_of(op) + " to " + type.name + why);
  };
  if (reduces_text(operation, type)) [[unlikely]]
    misused_as(Misuse::TextReduction,
               ", which is text to MPI and forbidden there; it is taken for MPI_SIGNED_CHAR, as "
               "other MPIs do");
  if (reduces_addresses_logically(operation, type)) [[unlikely]]
    misused_as(Misuse::LogicalAddress,
               ", for which MPI does not define it; it is taken for an integer of C, as other MPIs "
               "do");
}

}  // namespace bamboo::mpi
