/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_ANY_SOURCE and MPI_ANY_TAG, with the order of each sender kept; mixed with named receives. */
#include "check.h"

enum { EACH = 50 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  if (rank == 0) {
    int *next = calloc(size, sizeof *next), seen_tags = 0;
    long sum = 0;
    for (int i = 0; i < (size - 1) * EACH; i++) {
      int value;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      CHECK(value == status.MPI_SOURCE * 1000 + next[status.MPI_SOURCE]);
      CHECK(status.MPI_TAG == next[status.MPI_SOURCE] % 5);
      next[status.MPI_SOURCE]++;
      sum += value;
      seen_tags |= 1 << status.MPI_TAG;
    }
    printf("rank 0: sum %ld, tags %x\n", sum, seen_tags);
    MPI_Barrier(MPI_COMM_WORLD); /* or a wildcard could take what comes next */
    /* Any tag from one source, any source with one tag. */
    for (int source = 1; source < size; source++) {
      int value;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      CHECK(status.MPI_TAG == 100 + source && value == -source);
    }
    long last = 0;
    for (int i = 1; i < size; i++) {
      int value;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      last += value;
    }
    printf("rank 0: last %ld\n", last);
    free(next);
  } else {
    for (int i = 0; i < EACH; i++) {
      int value = rank * 1000 + i;
      MPI_Send(&value, 1, MPI_INT, 0, i % 5, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int value = -rank;
    MPI_Send(&value, 1, MPI_INT, 0, 100 + rank, MPI_COMM_WORLD);
    value = rank;
    MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    printf("rank %d: sent\n", rank);
  }
  /* Wildcard receives posted before anything arrives. */
  int* values = calloc(size, sizeof *values);
  MPI_Request* request = malloc(2 * size * sizeof *request);
  for (int i = 0; i < size; i++)
    MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &request[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    MPI_Isend(&rank, 1, MPI_INT, i, 9, MPI_COMM_WORLD, &request[size + i]);
  MPI_Waitall(2 * size, request, MPI_STATUSES_IGNORE);
  int sum = 0;
  for (int i = 0; i < size; i++) sum += values[i];
  printf("rank %d: ranks add up to %d\n", rank, sum);
  free(values);
  free(request);
  MPI_Finalize();
  return 0;
}
