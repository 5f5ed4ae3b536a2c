/* SPDX-License-Identifier: Apache-2.0 */
/* Gatherv, Scatterv, Allgatherv: zero counts, holes between blocks, blocks in reverse order. */
#include "coll_report.h"

static int rank, size;

static int count_of(int r) { return r % 3 == 1 ? 0 : (r * 5) % 7 + 1; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int places = 10 * size;
  int *counts = malloc(size * sizeof *counts), *displs = malloc(size * sizeof *displs);
  for (int r = 0; r < size; ++r) {
    counts[r] = count_of(r);
    displs[r] = 10 * (size - 1 - r) + (size > 1); /* of one rank MPICH 4.0 ignores it */
  }
  int mine[16], *all = malloc(places * sizeof *all);
  const int count = count_of(rank);

  for (int root = 0; root < size; ++root)
    for (int in_place = 0; in_place < 2; ++in_place) {
      for (int i = 0; i < places; ++i) all[i] = -1;
      for (int i = 0; i < count; ++i) mine[i] = value(rank, i);
      const int skip = in_place && rank == root;
      if (skip) memcpy(all + displs[rank], mine, count * sizeof *mine);
      MPI_Gatherv(skip ? MPI_IN_PLACE : mine, count, MPI_INT, all, counts, displs, MPI_INT, root, MPI_COMM_WORLD);
      say("gatherv to %d: %lx\n", root, digest(all, places * sizeof *all));

      for (int i = 0; i < places; ++i) all[i] = value(root, i);
      memset(mine, 0x11, sizeof mine);
      MPI_Scatterv(all, counts, displs, MPI_INT, skip ? MPI_IN_PLACE : mine, count, MPI_INT, root, MPI_COMM_WORLD);
      say("scatterv from %d: %lx\n", root, digest(mine, sizeof mine));
    }

  for (int in_place = 0; in_place < 2; ++in_place) {
    for (int i = 0; i < places; ++i) all[i] = -1;
    for (int i = 0; i < count; ++i) mine[i] = value(rank, i);
    if (in_place) memcpy(all + displs[rank], mine, count * sizeof *mine);
    MPI_Allgatherv(in_place ? MPI_IN_PLACE : mine, count, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD);
    say("allgatherv: %lx\n", digest(all, places * sizeof *all));
  }

  /* Only one rank has data. */
  for (int r = 0; r < size; ++r) counts[r] = r == size / 2 ? 3 : 0;
  for (int i = 0; i < places; ++i) all[i] = -1;
  for (int i = 0; i < 3; ++i) mine[i] = value(rank, i);
  MPI_Allgatherv(mine, counts[rank], MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD);
  say("one: %lx\n", digest(all, places * sizeof *all));
  report();
  MPI_Finalize();
  return 0;
}
