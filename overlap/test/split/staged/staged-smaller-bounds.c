// SPDX-License-Identifier: Apache-2.0
// The bounds of the nest are minima and maxima that are computed behind the stages: the core computes them again.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

void step(double *restrict u, double *restrict v, int n, int first, int last, const int *restrict peers, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    MPI_Recv(u, 1, MPI_DOUBLE, peers[0], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(u, 1, MPI_DOUBLE, peers[1], 0, MPI_COMM_WORLD);
    for (int i = first > round ? first : round; i <= (last < n - round ? last : n - round); ++i)
      v[i] += u[i - 1] + u[i];
  }
}
// CHECK: call void @bamboo_split_during(
// CHECK: call void @bamboo_split_offer(
