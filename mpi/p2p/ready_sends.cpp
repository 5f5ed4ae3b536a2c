// SPDX-License-Identifier: Apache-2.0
#include "p2p/ready_sends.h"

#include <string>

#include "errors/misuse.h"
#include "errors/source_location.h"
#include "matching/request.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

void warn_of_ready_send(const Request& send) {
  if (send.owner->sends.in_region || !is_first(Misuse::UnpostedReadySend)) return;
  const std::string peer = "rank " + std::to_string(send.peer);
  warn_of_misuse(send.owner->id(), std::string(send.started_by.function) + " (at " +
                                       describe_call_site(send.started_by.address) + ") to " +
                                       peer + ", tag " + std::to_string(send.tag) + ", but " +
                                       peer +
                                       " has posted no receive for it yet; MPI leaves open what "
                                       "happens then");
}

}  // namespace bamboo::mpi
