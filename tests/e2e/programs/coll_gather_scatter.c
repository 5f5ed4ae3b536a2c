/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter: every root, small and large blocks, MPI_IN_PLACE, zero counts. */
#include "coll_report.h"

static int rank, size;

static void gather(int count, int root, int in_place) {
  int *mine = malloc((count + 1) * sizeof *mine), *all = NULL;
  for (int i = 0; i < count; ++i) mine[i] = value(rank, i);
  if (rank == root) {
    all = malloc((size * count + 1) * sizeof *all);
    memset(all, 0x55, (size * count + 1) * sizeof *all);
    if (in_place) memcpy(all + rank * count, mine, count * sizeof *mine);
  }
  MPI_Gather(rank == root && in_place ? MPI_IN_PLACE : mine, count, MPI_INT, all, count, MPI_INT, root,
             MPI_COMM_WORLD);
  if (rank == root)
    say("gather %d to %d%s: %lx %x\n", count, root, in_place ? " in place" : "",
        digest(all, size * count * sizeof *all), (unsigned)all[size * count]);
  free(mine);
  free(all);
}

static void scatter(int count, int root, int in_place) {
  int *mine = malloc((count + 1) * sizeof *mine), *all = NULL;
  memset(mine, 0x55, (count + 1) * sizeof *mine);
  if (rank == root) {
    all = malloc((size * count + 1) * sizeof *all);
    for (int i = 0; i < size * count; ++i) all[i] = value(root, i);
  }
  MPI_Scatter(all, count, MPI_INT, rank == root && in_place ? MPI_IN_PLACE : mine, count, MPI_INT, root,
              MPI_COMM_WORLD);
  say("scatter %d from %d%s: %lx %x\n", count, root, in_place ? " in place" : "",
      digest(mine, count * sizeof *mine), (unsigned)mine[count]);
  free(mine);
  free(all);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int counts[] = {0, 1, 17, 600, 20000};
  for (int root = 0; root < size; ++root)
    for (int c = 0; c < 5; ++c)
      for (int in_place = 0; in_place < 2; ++in_place) {
        if (counts[c] > 1000 && root != size / 2) continue;
        gather(counts[c], root, in_place);
        scatter(counts[c], root, in_place);
      }
  report();
  MPI_Finalize();
  return 0;
}
