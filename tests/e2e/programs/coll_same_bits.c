/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of doubles that round: in any order, all ranks must have the same bits, and a second call
 * must give the same bits. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int counts[] = {1, 7, 1000, 30000};
  for (int c = 0; c < 4; ++c) {
    const int count = counts[c];
    double *in = malloc(count * sizeof *in), *out = malloc(count * sizeof *out);
    double *again = malloc(count * sizeof *again), *first = malloc(count * sizeof *first);
    for (int i = 0; i < count; ++i) in[i] = 1.0 / (value(rank, i) % 977 + 1);
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    memcpy(first, out, count * sizeof *first);
    MPI_Bcast(first, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    say("%d: %s\n", count, memcmp(first, out, count * sizeof *out) ? "differs" : "the same everywhere");
    MPI_Allreduce(in, again, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    say("%d: %s\n", count, memcmp(again, out, count * sizeof *out) ? "differs" : "the same again");
    free(in);
    free(out);
    free(again);
    free(first);
  }
  report();
  MPI_Finalize();
  return 0;
}
