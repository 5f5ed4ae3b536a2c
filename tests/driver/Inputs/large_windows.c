/* SPDX-License-Identifier: Apache-2.0 */
/* Executes an exchange and a sum of the given number of doubles in front of computation, some times. Prints the bits
 * of each of the two processes' results. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double computed[1000];

__attribute__((noinline)) static void compute(int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 1000; ++i) computed[i] = computed[i] * 0.5 + i;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int count = atoi(argv[1]), peer = 1 - rank;
  double* restrict out = malloc(count * sizeof *out);
  double* restrict in = malloc(count * sizeof *in);
  double* restrict sum = malloc(count * sizeof *sum);
  for (int i = 0; i < count; ++i) out[i] = 1.0 / (1 + i + rank);
  for (int round = 0; round < 5; ++round) {
    MPI_Sendrecv(out, count, MPI_DOUBLE, peer, 0, in, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(1000 * argc);
    MPI_Allreduce(in, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compute(1000 * argc);
    for (int i = 0; i < count; ++i) out[i] += sum[i] / 3;
  }
  double all[2] = {computed[999], 0};
  for (int i = 0; i < count; ++i) all[1] += out[i] * i;
  for (int turn = 0; turn < 2; ++turn) {
    if (turn == rank) printf("process %d: %a %a\n", rank, all[0], all[1]), fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  free(out), free(in), free(sum);
  MPI_Finalize();
  return 0;
}
