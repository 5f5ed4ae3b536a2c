/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 asks rank 1, which computes for 620 ms and answers, and rank 0 waits for that in one line.
 * Then every rank sends its right neighbour argv[1] messages of 1000 bytes. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static void compute(double seconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - start.tv_sec + 1e-9 * (now.tv_nsec - start.tv_nsec) < seconds);
}

int main(int argc, char** argv) {
  int rank, size;
  char in[1000], out[1000] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 1) {
    MPI_Recv(in, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(0.62); /* the report adds up clocks of two processes */
    MPI_Send(out, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Send(out, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(in, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* the known line */
  }
  for (int i = 0; i < atoi(argv[1]); i++)
    MPI_Sendrecv(out, 1000, MPI_CHAR, (rank + 1) % size, 2, in, 1000, MPI_CHAR,
                 (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
