// SPDX-License-Identifier: Apache-2.0
// The first function loses stores, whose results are computed again. The requests of the second one are judged by all
// stores of the module, as they were (under AddressSanitizer: none is looked at that is gone).
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

static int count;
static double last;

double sweep(int n, const int *begin, const int *column, const double *value, double *x, double *y, int left) {
  double all = 0;
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
    all = all * 0.5 + y[i];
    count += i & 1;
    last = all;
  }
  return all;
}
// CHECK-LABEL: @sweep
// CHECK: call i32 @bamboo_split_results(

double receive(double *x, int left, const double *other) {
  MPI_Request request;
  MPI_Irecv(x, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
  double sum = 0;
  for (int i = 0; i < 1000; ++i) sum = sum * 0.5 + other[i];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return sum + x[0];
}
// CHECK-LABEL: @receive
// CHECK: call i32 @MPI_Wait(
