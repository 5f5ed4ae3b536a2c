/* SPDX-License-Identifier: Apache-2.0 */
/* No rank leaves a barrier before every rank has entered it, by the machine's clock. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "coll_report.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  int rank, size, early = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < 60; ++round) {
    if (rank == round % size)
      for (double end = now() + 0.001; now() < end;) continue;
    double entered = now(), left, last_entered, first_left;
    if (round % 2) {
      MPI_Request request;
      MPI_Ibarrier(MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Barrier(MPI_COMM_WORLD);
    }
    left = now();
    MPI_Allreduce(&entered, &last_entered, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&left, &first_left, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    early += first_left < last_entered;
  }
  for (int i = 0; i < 200; ++i) MPI_Barrier(MPI_COMM_WORLD);
  say("left too early: %d\n", early);
  report();
  MPI_Finalize();
  return 0;
}
