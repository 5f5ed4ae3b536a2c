// SPDX-License-Identifier: Apache-2.0
// The statements passed on the way up have to be worth a request.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s
#include <mpi.h>

// CHECK-LABEL: @little(
// CHECK: @MPI_Recv(
void little(double* restrict u, double* restrict v, int left) {
  v[1] = 1;
  if (left >= 0) MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  v[0] += u[0];
}

// CHECK-LABEL: @much(
// CHECK: @MPI_Irecv(
// CHECK: fdiv
// CHECK: @bamboo.MPI_Wait(
void much(double* restrict u, double* restrict v, int n, int left) {
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
  if (left >= 0) MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  v[0] += u[0];
}
