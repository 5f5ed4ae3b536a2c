/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved blocks of different sizes, in any order, that do not overlap.
 */
#include "check.h"

#define ROWS 5

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int counts[16], backwards[16], places[16], total = 0;
  for (int i = 0; i < size; i++) total += counts[i] = i % 3;
  for (int i = 0, after = total; i < size; i++) places[i] = after -= counts[i];
  for (int i = 0; i < size; i++) backwards[i] = size - 1 - i;

  int mine[2 * ROWS], all[32 * ROWS];
  for (int i = 0; i < 2 * ROWS; i++) mine[i] = 100 * rank + i;
  for (int i = 0; i < 32 * ROWS; i++) all[i] = -1;
  MPI_Allgatherv(mine, counts[rank], MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    for (int k = 0; k < counts[i]; k++) CHECK(all[places[i] + k] == 100 * i + k);

  /* Columns of a matrix, the last one first. */
  MPI_Datatype strided, column;
  MPI_Type_vector(ROWS, 1, size, MPI_INT, &strided);
  MPI_Type_create_resized(strided, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < size; i++) counts[i] = 1;
  const int root = size - 1;
  MPI_Gatherv(mine, ROWS, MPI_INT, all, counts, backwards, column, root, MPI_COMM_WORLD);
  for (int row = 0; rank == root && row < ROWS; row++)
    for (int i = 0; i < size; i++) CHECK(all[row * size + backwards[i]] == 100 * i + row);

  /* The root's own block, which no rank sends, may be anywhere. */
  if (rank == root) {
    for (int i = 0; i < size; i++) places[i] = i < root ? i : 0;
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, all, counts, places, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < root; i++) CHECK(all[i] == 100 * i);
  } else {
    MPI_Gatherv(mine, 1, MPI_INT, NULL, NULL, NULL, MPI_INT, root, MPI_COMM_WORLD);
  }
  printf("rank %d: %d\n", rank, all[0]);
  MPI_Type_free(&strided);
  MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
