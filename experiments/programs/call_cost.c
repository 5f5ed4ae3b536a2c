/* SPDX-License-Identifier: Apache-2.0 */
/* Processor time of calls that move nothing: with a library in front of the MPI, its cost. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define CALLS 2000000
#define ROUNDS 7

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

/* The best of some rounds. */
#define TIME(name, call)                       \
  do {                                         \
    double best = 1e9;                         \
    int round, i;                              \
    for (round = 0; round < ROUNDS; ++round) { \
      const double begin = nanoseconds();      \
      double each;                             \
      for (i = 0; i < CALLS; ++i) call;        \
      each = (nanoseconds() - begin) / CALLS;  \
      if (each < best) best = each;            \
    }                                          \
    printf("%-28s %5.1f ns\n", name, best);    \
  } while (0)

int main(int argc, char** argv) {
  int value = 0, flag;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  TIME("MPI_Recv from no rank",
       MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  TIME("MPI_Irecv and MPI_Wait", {
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  TIME("MPI_Barrier of one rank", MPI_Barrier(MPI_COMM_SELF));
  TIME("MPI_Iprobe of no rank",
       MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  MPI_Finalize();
  return 0;
}
