// SPDX-License-Identifier: Apache-2.0
// Code that is not visible may free the type.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);
int MPI_Type_vector(int, int, int, MPI_Datatype, MPI_Datatype*);
int MPI_Type_commit(MPI_Datatype*);

void other(void);
void sweep(double* u, double* v, int n, int m, int left) {
  MPI_Datatype column;
  MPI_Request request;
  MPI_Type_vector(n, 1, m, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Irecv(u, 1, column, left, 0, MPI_COMM_WORLD, &request);
  other();
  MPI_Waitall(1, &request, MPI_STATUS_IGNORE);
  // REMARK: trap-derived-type-unknown.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the receive buffer has no known bounds
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) v[i * m + j] = u[i * m + j - 1];
}
// CHECK-NOT: bamboo_split
