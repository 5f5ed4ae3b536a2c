/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Sendrecv and MPI_Sendrecv_replace: around the ring, along a line with MPI_PROC_NULL, with
 * self. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Status status;
  int token = rank, from;
  for (int step = 0; step < size; step++) {
    MPI_Sendrecv(&token, 1, MPI_INT, right, step, &from, 1, MPI_INT, left, step, MPI_COMM_WORLD,
                 &status);
    CHECK(status.MPI_SOURCE == left && status.MPI_TAG == step);
    token = from;
  }
  CHECK(token == rank);

  double line[1000];
  for (int i = 0; i < 1000; i++) line[i] = rank + i / 1000.0;
  const int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  const int down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  MPI_Sendrecv_replace(line, 1000, MPI_DOUBLE, up, 1, down, 1, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == down);
  printf("rank %d: line %.3f, from %s\n", rank, line[999],
         down == MPI_PROC_NULL ? "no rank" : "below");

  static char large[300000];
  memset(large, 'a' + rank, sizeof large);
  MPI_Sendrecv_replace(large, sizeof large, MPI_CHAR, right, 2, left, 2, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  CHECK(large[0] == 'a' + left && large[sizeof large - 1] == 'a' + left);

  int self[2] = {rank, -1};
  MPI_Sendrecv(&self[0], 1, MPI_INT, rank, 3, &self[1], 1, MPI_INT, rank, 3, MPI_COMM_WORLD,
               &status);
  printf("rank %d: self %d\n", rank, self[1]);
  MPI_Finalize();
  return 0;
}
