// SPDX-License-Identifier: Apache-2.0
// The times between the receive and the nest are added, summed over the ranks and printed: the
// receive is complete behind the clock.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
#include <stdio.h>

double MPI_Wtime(void);

static double exchanged, computed, longest;

void sweep(double *u, double *v, int n, int left) {
  double begin = MPI_Wtime();
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double received = MPI_Wtime();
  for (int i = 1; i <= n; ++i) v[i] = 2 * u[i - 1];
  exchanged += received - begin;
  computed += MPI_Wtime() - received;
}

void report(void) {
  MPI_Allreduce(&exchanged, &longest, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (exchanged > 0) printf("exchange %g of %g s, %g %%\n", exchanged, longest, 100 * exchanged / longest);
  fprintf(stderr, "computation %g s\n", computed);
}
// CHECK-LABEL: @sweep
// CHECK: call i32 @MPI_Irecv
// CHECK-NEXT: call double @MPI_Wtime
// CHECK-NEXT: call double @MPI_Wtime
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Wait
// CHECK: call i32 @bamboo_split_rest(
// CHECK: call double @MPI_Wtime
