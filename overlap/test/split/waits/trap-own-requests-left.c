// SPDX-License-Identifier: Apache-2.0
// The first wait may leave a request of the row, which the second one completes: it does not know that message's address.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void sweep(double *u, double *v, int n, int m, int some, int left) {
  MPI_Request requests[2];
  for (int k = 0; k < m; ++k) {
    MPI_Irecv(u + k * (n + 2), 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(u + k * (n + 2) + n, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[1]);
  }
  MPI_Waitall(some, requests, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
  // CHECK: trap-own-requests-left.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 1; i <= n; ++i) v[i] += u[i - 1];
}
