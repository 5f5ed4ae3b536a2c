// SPDX-License-Identifier: Apache-2.0
#include "p2p/ready_sends.h"

#include <atomic>
#include <cstdio>

#include "errors/source_location.h"
#include "matching/request.h"
#include "rank/rank.h"

namespace bamboo::mpi {

void warn_of_ready_send(const Request& send) {
  static std::atomic<bool> said{false};
  if (send.rank->region || said.exchange(true)) return;
  std::fprintf(
      stderr,
      "bamboo: warning: rank %d: %s (at %s) to rank %d, tag %d, but rank %d has posted no "
      "receive for it yet; MPI leaves open what happens then (said once in each process)\n",
      send.rank->id(), send.function, describe_call_site(send.call_site).c_str(), send.peer,
      send.tag, send.peer);
}

}  // namespace bamboo::mpi
