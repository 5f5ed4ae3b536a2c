// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <ctime>

namespace bamboo::plans::probe {

/// MPIs wait with a whole core. On hosts with few cores such a process slows down those that
/// measure, so all waiting here polls and sleeps.
inline void nap() {
  const timespec short_time{0, 20'000};
  nanosleep(&short_time, nullptr);
}

inline void wait(MPI_Request& request) {
  int done = 0;
  while (true) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done) return;
    nap();
  }
}

inline void barrier(MPI_Comm comm) {
  MPI_Request request;
  MPI_Ibarrier(comm, &request);
  wait(request);
}

}  // namespace bamboo::plans::probe
