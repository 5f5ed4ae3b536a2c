// SPDX-License-Identifier: Apache-2.0
// The wait is for what the last iteration has started, in the array that is read now.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

double sum_of(double *restrict a, double *restrict b, int n, int rounds, int peer) {
  MPI_Request requests[2];
  double sum = 0;
  for (int k = 0; k < rounds; k++) {
    double *next = k & 1 ? a : b, *now = k & 1 ? b : a;
    MPI_Irecv(next, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[k & 1]);
    if (k > 0) {
      MPI_Wait(&requests[(k + 1) & 1], MPI_STATUS_IGNORE);
      for (int i = 0; i < n; i++) sum += now[i];
      sum *= 0.5;
    }
  }
  MPI_Wait(&requests[(rounds + 1) & 1], MPI_STATUS_IGNORE);
  return sum;
}
// CHECK-LABEL: define {{.*}}@sum_of(
// CHECK: call i32 @MPI_Irecv(
// CHECK-NOT: load double
// CHECK: call i32 @MPI_Wait(
// CHECK: load double
