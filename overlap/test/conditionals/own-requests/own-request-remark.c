// SPDX-License-Identifier: Apache-2.0
// The remark names the conditional that a completion of the program's own has left.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

void work(double *restrict u, double *restrict v, int n, int left) {
  MPI_Request request;
  if (left >= 0) {
    MPI_Irecv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
    // CHECK: own-request-remark.c:[[@LINE+1]]:5: remark: MPI_Wait was moved down past {{[0-9]+}} statements ({{[0-9]+}} loops or branches); moved out of the conditional in line 10; the completion goes no further down than line 16: the control structure ends here
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
}
