/* SPDX-License-Identifier: Apache-2.0 */
/* Runs until the job is ended; prints each process's number when all ranks run. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static char message[1 << 20];

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d runs in %d\n", rank, (int)getpid());
  fflush(stdout);
  for (;;) {
    MPI_Sendrecv_replace(message, sizeof message, MPI_BYTE, (rank + 1) % size, 0,
                         (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(1000);
  }
}
