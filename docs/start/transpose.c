/* SPDX-License-Identifier: Apache-2.0 */
/* transpose.c: a matrix in slabs of rows, transposed again and again. Plain MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64, TURNS = 20 };

int main(int argc, char **argv) {
  int rank, size, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int count = BLOCK * BLOCK;
  double *mine = malloc(sizeof *mine * count * size);
  double *theirs = malloc(sizeof *theirs * count * size);
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < count * size; i++) mine[i] = 1000.0 * rank + i / count + turn;
    MPI_Alltoall(mine, count, MPI_DOUBLE, theirs, count, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < count * size; i++) wrong += theirs[i] != 1000.0 * (i / count) + rank + turn;
  }
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d blocks exchanged, %d elements wrong\n", TURNS * size * size, wrong);
  free(mine);
  free(theirs);
  MPI_Finalize();
  return wrong != 0;
}
