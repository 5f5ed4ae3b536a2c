// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <ctime>
#include <vector>

namespace bamboo::plans::probe {

constexpr int no_rank = -1;

/// This process's part of a round of streams.
struct Round {
  int to = no_rank, from = no_rank;  ///< ranks
  std::size_t piece = 0;             ///< bytes in a message of a stream
};

/// Sends pieces to one and receives pieces from another one for a fixed time. The receiver confirms
/// each piece and no more than a few may be unconfirmed, else whole seconds of data would wait in
/// the buffers on the way when time is up. Collective over `comm`. Returns the bytes per second
/// that arrived here once the stream was up to speed.
double run_round(MPI_Comm comm, const Round& round);

/// Half of the time that an empty message takes to `peer` and back; a good one of many. `begins` on
/// one of the two.
double round_trip(MPI_Comm comm, int peer, bool begins);

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
