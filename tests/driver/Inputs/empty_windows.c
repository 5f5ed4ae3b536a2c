/* SPDX-License-Identifier: Apache-2.0 */
/* Windows that the compiler takes for long ones, but that are empty at run time. Each process executes another
 * number of messages to itself. All processes take part in the collectives. */
#include <mpi.h>
#include <stdio.h>

static double own[8], other[8], data[4096];

/* Loops of unknown length count as long ones. */
__attribute__((noinline)) static void compute(int n) {
  for (int i = 0; i < n; ++i) data[i] = data[i] * 0.5 + 1;
}

static int messages_to_oneself(int rank, int rounds, int n) {
  int received = 0;
  for (int i = 0; i < rounds; ++i) {
    MPI_Status status;
    own[0] = i;
    MPI_Send(own, 1, MPI_DOUBLE, rank, i % 7, MPI_COMM_WORLD);
    compute(n);
    MPI_Recv(other, 8, MPI_DOUBLE, rank, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    compute(n);
    received += status.MPI_TAG + (other[0] == i);
  }
  return received;
}

static double collectives(int rank, int rounds, int n) {
  double sum = 1. / (rank + 3), kept = 0;
  for (int i = 0; i < rounds; ++i) {
    double all = 0;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    own[1] = i;
    MPI_Bcast(own, 8, MPI_DOUBLE, i % 2, MPI_COMM_WORLD);
    compute(n);
    kept += all / (i + 1) + own[1];
  }
  return kept;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int received = messages_to_oneself(rank, 500 * (rank + 1), argc);
  const double kept = collectives(rank, 3000, argc);
  for (int i = 0; i < 2; ++i) {
    if (i == rank) printf("%d: received %d, kept %a, data %a\n", rank, received, kept, data[0]);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
