/* SPDX-License-Identifier: Apache-2.0 */
/* Allgather of small and large blocks, in place, and with another type on the receiving side. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int counts[] = {0, 1, 3, 500, 5000};
  for (int c = 0; c < 5; ++c) {
    const int count = counts[c];
    double *mine = malloc((count + 1) * sizeof *mine);
    double *all = malloc((size * count + 1) * sizeof *all);
    for (int i = 0; i < count; ++i) mine[i] = value(rank, i) * 0.5;
    memset(all, 0, (size * count + 1) * sizeof *all);
    MPI_Allgather(mine, count, MPI_DOUBLE, all, count, MPI_DOUBLE, MPI_COMM_WORLD);
    say("allgather %d: %lx\n", count, digest(all, size * count * sizeof *all));
    if (count > 0) say("last %a\n", all[size * count - 1]);

    memset(all, 0, (size * count + 1) * sizeof *all);
    memcpy(all + rank * count, mine, count * sizeof *mine);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, count, MPI_DOUBLE, MPI_COMM_WORLD);
    say("in place %d: %lx\n", count, digest(all, size * count * sizeof *all));
    free(mine);
    free(all);
  }
  /* Blocks of three with a hole behind each; sent as six halves. */
  MPI_Datatype three, spaced;
  MPI_Type_contiguous(3, MPI_INT, &three);
  MPI_Type_create_resized(three, 0, 4 * sizeof(int), &spaced);
  MPI_Type_commit(&spaced);
  int mine[6], *all = malloc(size * 8 * sizeof *all);
  for (int i = 0; i < 6; ++i) mine[i] = value(rank, i);
  for (int i = 0; i < size * 8; ++i) all[i] = -5;
  MPI_Allgather(mine, 6, MPI_INT, all, 2, spaced, MPI_COMM_WORLD);
  say("spaced: %lx\n", digest(all, size * 8 * sizeof *all));
  MPI_Type_free(&three);
  MPI_Type_free(&spaced);
  report();
  MPI_Finalize();
  return 0;
}
