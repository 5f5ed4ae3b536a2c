// SPDX-License-Identifier: Apache-2.0
// The type that is in the variable now is not that of the message.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request *, MPI_Status *);
static MPI_Datatype column;
static MPI_Request request;
void set(MPI_Datatype type) { column = type; }
void start(double *u, int left) { MPI_Irecv(u, 1, column, left, 0, MPI_COMM_WORLD, &request); }

void sweep(double *u, double *v, int n, int m) {
  MPI_Waitall(1, &request, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) v[i * m + j] = u[i * m + j - 1];
}
// CHECK-NOT: bamboo_split
