// SPDX-License-Identifier: Apache-2.0
#include "request_cost.h"

#include <mpi.h>

#include <algorithm>

namespace bamboo::overlap {
namespace {

using std::chrono::nanoseconds;

/// Uses the smallest times, because other activity may disturb a measurement.
constexpr int rounds = 32;

nanoseconds message_to_oneself(MPI_Comm communicator) {
  char out = 0, in = 0;
  MPI_Request requests[2];
  const auto begin = std::chrono::steady_clock::now();
  PMPI_Irecv(&in, 1, MPI_CHAR, 0, 0, communicator, &requests[0]);
  PMPI_Isend(&out, 1, MPI_CHAR, 0, 0, communicator, &requests[1]);
  PMPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  PMPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  return std::chrono::steady_clock::now() - begin;
}

/// A program that only opens sessions does not make MPI_COMM_SELF.
bool has_self() {
  int begun = 0, ended = 0;
  PMPI_Initialized(&begun);
  PMPI_Finalized(&ended);
  return begun != 0 && ended == 0;
}

nanoseconds measure() {
  if (!has_self()) return nanoseconds{0};
  // A separate communicator, so that the program's receives do not match these messages. Unlike a
  // duplicate, it does not call attribute functions of the program.
  MPI_Comm communicator = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_SELF, 0, 0, &communicator);
  nanoseconds least = nanoseconds::max();
  for (int i = 0; i < rounds; ++i) least = std::min(least, message_to_oneself(communicator));
  PMPI_Comm_free(&communicator);
  return least / 2;
}

}  // namespace

nanoseconds request_cost() {
  static const nanoseconds cost = measure();
  return cost;
}

}  // namespace bamboo::overlap
