/* SPDX-License-Identifier: Apache-2.0 */
/* Scan and exscan, in place and not, short and long. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int counts[] = {0, 1, 100, 40000};
  for (int c = 0; c < 4; ++c) {
    const int count = counts[c];
    double *in = malloc((count + 1) * sizeof *in), *out = malloc((count + 1) * sizeof *out);
    for (int i = 0; i < count; ++i) in[i] = value(rank, i) * 0.25, out[i] = -1;
    MPI_Scan(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    say("scan %d: %lx %a\n", count, digest(out, count * sizeof *out), count ? out[count - 1] : 0.0);
    for (int i = 0; i < count; ++i) out[i] = -1;
    MPI_Exscan(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) say("exscan %d: %lx\n", count, digest(out, count * sizeof *out));
    memcpy(out, in, count * sizeof *in);
    MPI_Scan(MPI_IN_PLACE, out, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    say("scan in place %d: %lx\n", count, digest(out, count * sizeof *out));
    MPI_Exscan(MPI_IN_PLACE, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) say("exscan in place %d: %lx\n", count, digest(in, count * sizeof *in));
    free(in);
    free(out);
  }
  report();
  MPI_Finalize();
  return 0;
}
