/* SPDX-License-Identifier: Apache-2.0 */
/* Reduce_scatter with zero counts, reduce_scatter_block, in place and not. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *counts = malloc(size * sizeof *counts);
  for (int scale = 1; scale <= 1000; scale *= 10) {
    int all = 0;
    for (int r = 0; r < size; ++r) all += counts[r] = r % 4 == 1 ? 0 : (r % 3 + 1) * scale;
    int *in = malloc((all + 1) * sizeof *in), *out = malloc((all + 1) * sizeof *out);
    for (int i = 0; i < all; ++i) in[i] = value(rank, i), out[i] = -1;
    MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say("reduce_scatter x%d: %lx\n", scale, digest(out, all * sizeof *out));
    MPI_Reduce_scatter(MPI_IN_PLACE, in, counts, MPI_INT, MPI_BXOR, MPI_COMM_WORLD);
    say("in place: %lx\n", digest(in, counts[rank] * sizeof *in));
    free(in);
    free(out);
  }
  for (int count = 0; count < 5000; count = count * 9 + 1) {
    const int all = count * size;
    long *in = malloc((all + 1) * sizeof *in), *out = malloc((all + 1) * sizeof *out);
    for (int i = 0; i < all; ++i) in[i] = value(rank, i), out[i] = -1;
    MPI_Reduce_scatter_block(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    say("block %d: %lx\n", count, digest(out, all * sizeof *out));
    MPI_Reduce_scatter_block(MPI_IN_PLACE, in, count, MPI_LONG, MPI_MIN, MPI_COMM_WORLD);
    say("in place: %lx\n", digest(in, count * sizeof *in));
    free(in);
    free(out);
  }
  report();
  MPI_Finalize();
  return 0;
}
