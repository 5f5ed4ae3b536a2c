// SPDX-License-Identifier: Apache-2.0
// A sum over the ranks reads from MPI_IN_PLACE. The memory behind that address is unknown, so the sum
// may read the time. Its result is followed once.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>

double MPI_Wtime(void);

static double exchanged;

void sweep(double *u, double *v, int n, int left) {
  double begin = MPI_Wtime();
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  exchanged += MPI_Wtime() - begin;
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
}

void print_sum(double sum) {
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  printf("%g after %g s of exchanges\n", sum, exchanged);
}
// CHECK-LABEL: @sweep
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @bamboo_split_rest(
