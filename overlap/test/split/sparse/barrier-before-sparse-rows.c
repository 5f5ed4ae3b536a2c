// SPDX-License-Identifier: Apache-2.0
// A matrix that no other function knows is filled while the barrier is pending. Its addresses are reported to the library
// later, where rows are gone through: no other rank knows it for that.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

double multiply(int n, int left) {
  static int begin[101], column[400];
  static double value[400], x[200], y[100];
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i <= 100; ++i) begin[i] = 4 * i;
  for (int i = 0; i < 400; ++i) {
    column[i] = i * 7 % n;
    value[i] = i;
  }
  MPI_Recv(x + 100, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 100; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
  return y[n];
}
// CHECK-LABEL: @multiply
// CHECK: call i32 @MPI_Ibarrier(
// CHECK: call i32 @bamboo_split_chunk(
