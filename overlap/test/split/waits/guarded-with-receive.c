// SPDX-License-Identifier: Apache-2.0
// The second receive rises out of the conditional, whose branch begins the nest that is split: each part of the rest
// asks it.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

double receive_and_set(int n, const double *restrict a, double *restrict in, double *restrict other,
                       double *restrict b, int left, double sum) {
  MPI_Request request;
  MPI_Irecv(other, 100, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) sum = sum * 0.5 + other[i];
  if (left >= 0) {
    MPI_Recv(in, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 1000; ++i) b[i] = 3.0 * i;
  }
  return sum + in[0];
}
// CHECK-LABEL: @receive_and_set
// CHECK: call ptr @bamboo_split_begin(
// CHECK: call i32 @MPI_Irecv(
// CHECK: call ptr @bamboo_split_rest_plan(
// CHECK: call i32 @bamboo_split_rest(
