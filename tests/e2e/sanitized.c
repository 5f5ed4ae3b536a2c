/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks with deep stacks communicate; the argument selects an error. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static volatile int largest = 0x7fffffff;

/* Every frame has a marked array, and waits for other ranks. */
static int deep(int depth) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = rank;
  MPI_Sendrecv_replace(values, 16, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int below = depth > 0 ? deep(depth - 1) : 0;
  return values[15] + below;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("rank %d: %d\n", rank, deep(20));
  MPI_Barrier(MPI_COMM_WORLD);
  char* block = malloc(10 + (size_t)rank);
  memset(block, rank, 10 + (size_t)rank);
  char array[10] = {0};
  const char* error = argc > 1 ? argv[1] : "none";
  volatile int end = 10 + rank;
  if (rank == 1 && strcmp(error, "heap") == 0) block[end] = 1;
  if (rank == 1 && strcmp(error, "stack") == 0) array[end] = 1;
  if (rank == 1 && strcmp(error, "overflow") == 0) largest += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  const int result = array[rank % 10] + block[0];
  free(block);
  MPI_Finalize();
  return result == rank ? 0 : 1;
}
