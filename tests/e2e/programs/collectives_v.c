/* SPDX-License-Identifier: Apache-2.0 */
/* Gatherv, Scatterv, Allgatherv, Alltoallv with different lengths, gaps and empty parts. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int *counts = malloc(size * sizeof(int)), *places = malloc(size * sizeof(int)), total = 0;
  for (int i = 0; i < size; i++) {
    counts[i] = i * 3 % 5; /* 0 for some */
    places[i] = total + i; /* one cell of gap in front of each */
    total += counts[i];
  }
  const int cells = total + size;
  double *all = malloc(cells * sizeof *all), mine[5];
  for (int i = 0; i < counts[rank]; i++) mine[i] = rank + i / 10.0;
  const int root = size - 1;
  for (int i = 0; i < cells; i++) all[i] = -1;
  MPI_Gatherv(mine, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, root,
              MPI_COMM_WORLD);
  if (rank == root) {
    for (int i = 0; i < size; i++)
      for (int k = 0; k < counts[i]; k++) CHECK(all[places[i] + k] == i + k / 10.0);
    for (int i = 0; i < cells; i++) all[i] *= 2;
  }
  MPI_Scatterv(all, counts, places, MPI_DOUBLE, mine, counts[rank], MPI_DOUBLE, root,
               MPI_COMM_WORLD);
  for (int i = 0; i < counts[rank]; i++) CHECK(mine[i] == 2 * (rank + i / 10.0));
  for (int i = 0; i < cells; i++) all[i] = -1;
  MPI_Allgatherv(mine, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  double sum = 0;
  for (int i = 0; i < cells; i++) sum += all[i];
  printf("rank %d: %.1f\n", rank, sum);

  /* Rank i sends (i + j) % 4 elements to rank j. */
  int *out = malloc(4 * size * sizeof(int)), *in = malloc(4 * size * sizeof(int));
  int *out_counts = malloc(size * sizeof(int)), *out_places = malloc(size * sizeof(int));
  for (int j = 0; j < size; j++) {
    out_counts[j] = counts[j] = (rank + j) % 4;
    out_places[j] = 4 * j;
    places[j] = 4 * (size - 1 - j); /* received in reverse */
    for (int k = 0; k < 4; k++) out[4 * j + k] = rank * 1000 + j * 10 + k, in[4 * j + k] = -1;
  }
  MPI_Alltoallv(out, out_counts, out_places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
  for (int j = 0; j < size; j++)
    for (int k = 0; k < 4; k++)
      CHECK(in[places[j] + k] == (k < (rank + j) % 4 ? j * 1000 + rank * 10 + k : -1));
  printf("rank %d: %lx\n", rank, hash_bytes(in, 4 * size * sizeof(int)));
  free(out);
  free(in);
  free(out_counts);
  free(out_places);
  free(counts);
  free(places);
  free(all);
  MPI_Finalize();
  return 0;
}
