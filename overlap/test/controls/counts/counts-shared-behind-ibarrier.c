// SPDX-License-Identifier: Apache-2.0
// A nonblocking barrier orders the processes as well, in its completion.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Ibarrier(MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'MPI_Wait' may be where another process's changes are seen
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
