/* SPDX-License-Identifier: Apache-2.0 */
/* Two processes exchange large messages beside computation. Prints whether several threads may call MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void make_window(MPI_Comm comm);

static double computed[1000];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int count = argc > 1 ? atoi(argv[1]) : 1 << 20;
  double* restrict out = calloc(count, sizeof *out);
  double* restrict in = calloc(count, sizeof *in);
  int provided, rank;
  MPI_Query_thread(&provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Sendrecv(out, count, MPI_DOUBLE, 1 - rank, 0, in, count, MPI_DOUBLE, 1 - rank, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int k = 0; k < 1000; ++k)
    for (int i = 0; i < 1000; ++i) computed[i] = computed[i] * 0.5 + i;
  make_window(MPI_COMM_WORLD);
  printf("several threads: %s, %d\n", provided == MPI_THREAD_MULTIPLE ? "yes" : "no",
         computed[3] + in[0] > 0);
  free(out), free(in);
  MPI_Finalize();
  return 0;
}
