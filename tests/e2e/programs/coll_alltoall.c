/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: reference=mpich */
/* (Open MPI 4.1 gets the resized type wrong with 16 ranks.) */
/* Alltoall: tiny and large blocks, in place, and a matrix transposed by types. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int counts[] = {0, 1, 8, 33, 4000};
  for (int c = 0; c < 5; ++c) {
    const int count = counts[c], all = size * count;
    int *out = malloc((all + 1) * sizeof *out), *in = malloc((all + 1) * sizeof *in);
    for (int i = 0; i < all; ++i) out[i] = value(rank, i), in[i] = -1;
    in[all] = 99;
    MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, MPI_COMM_WORLD);
    say("alltoall %d: %lx %d\n", count, digest(in, all * sizeof *in), in[all]);
    MPI_Alltoall(MPI_IN_PLACE, count, MPI_INT, out, count, MPI_INT, MPI_COMM_WORLD);
    say("in place %d: %s\n", count, memcmp(in, out, all * sizeof *in) ? "differs" : "the same");
    free(out);
    free(in);
  }
  /* Each rank has 4 rows of a matrix with 4*size columns; a column block goes to each rank. */
  const int columns = 4 * size;
  int *rows = malloc(4 * columns * sizeof *rows), *blocks = malloc(4 * columns * sizeof *blocks);
  for (int i = 0; i < 4 * columns; ++i) rows[i] = value(rank, i), blocks[i] = -1;
  MPI_Datatype block, tiled;
  MPI_Type_vector(4, 4, columns, MPI_INT, &block);
  MPI_Type_create_resized(block, 0, 4 * sizeof(int), &tiled);
  MPI_Type_commit(&tiled);
  MPI_Alltoall(rows, 1, tiled, blocks, 16, MPI_INT, MPI_COMM_WORLD);
  say("tiles: %lx\n", digest(blocks, 4 * columns * sizeof *blocks));
  MPI_Alltoall(blocks, 16, MPI_INT, rows, 1, tiled, MPI_COMM_WORLD);
  int right = 1;
  for (int i = 0; i < 4 * columns; ++i) right &= rows[i] == value(rank, i);
  say("and back: %s\n", right ? "the same" : "differs");
  MPI_Type_free(&block);
  MPI_Type_free(&tiled);
  report();
  MPI_Finalize();
  return 0;
}
