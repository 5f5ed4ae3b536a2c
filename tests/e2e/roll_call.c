/* SPDX-License-Identifier: Apache-2.0 */
/* Hangs in the way that the word says, or ends. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int rank, value;

static void one_in_a_barrier(void) {
  if (rank == 3) {
    MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD); /* barrier */
  } else {
    MPI_Recv(&value, 1, MPI_INT, 3, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
  }
}

static void one_outside(void) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half); /* split */
  MPI_Comm_set_name(half, "half");                       /* name */
  if (rank == 2) {
    for (;;) usleep(100000);
  }
  if (rank == 3) {
    MPI_Irecv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, half, &requests[0]); /* post */
    MPI_Waitall(2, requests, statuses);                                /* wait */
  } else {
    MPI_Bcast(&value, 1, MPI_INT, 2, MPI_COMM_WORLD); /* broadcast */
  }
}

static void ends(void) {
  int other = 0, right, left, size, i;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  for (i = 0; i < 100; ++i)
    MPI_Sendrecv(&value, 1, MPI_INT, right, 1, &other, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d runs in %d\n", rank, (int)getpid());
  fflush(stdout);
  if (strcmp(argv[1], "barrier") == 0) one_in_a_barrier();
  if (strcmp(argv[1], "outside") == 0) one_outside();
  if (strcmp(argv[1], "ends") == 0) ends();
  MPI_Finalize();
  return 0;
}
