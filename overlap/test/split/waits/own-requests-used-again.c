// SPDX-License-Identifier: Apache-2.0
// The same requests serve two exchanges of a function: each wait completes what was started since the one before it, so
// the addresses of the other one's messages need not be known there.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void sweep(double *u, double *v, int n, int m, int left, int right) {
  MPI_Request requests[2];
  for (int k = 0; k < m; ++k) {
    MPI_Irecv(u + k * (n + 2), 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(u + k * (n + 2) + n, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
    // CHECK-DAG: own-requests-used-again.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) v[i] += u[k * (n + 2) + i - 1];
  }
  for (int k = 0; k < m; ++k) {
    MPI_Irecv(v + k * (n + 2), 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(v + k * (n + 2) + n, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
    // CHECK-DAG: own-requests-used-again.c:[[@LINE+1]]:5: remark: a nest of 1 loops was split
    for (int i = 1; i <= n; ++i) u[i] += v[k * (n + 2) + i - 1];
  }
}
