// SPDX-License-Identifier: Apache-2.0
// Rank 0 computes while the others wait for it.
#include <mpi.h>
#include <stdio.h>

static int compute(int size) {
  volatile int sum = 0;
  for (int i = 0; i < size; i++) sum += i;
  return sum;  // the debugger stops here
}

static void await_first(int rank) {
  int mine = 10 * rank, theirs = -1;
  MPI_Recv(&theirs, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d: %d %d\n", rank, mine, theirs);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int i = 1; i < size; i++)
      MPI_Recv(NULL, 0, MPI_INT, i, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int result = compute(1000);
    for (int i = 1; i < size; i++) MPI_Send(&result, 1, MPI_INT, i, 7, MPI_COMM_WORLD);
  } else {
    MPI_Send(NULL, 0, MPI_INT, 0, 7, MPI_COMM_WORLD);
    await_first(rank);
  }
  MPI_Finalize();
}
