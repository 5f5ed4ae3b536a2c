// SPDX-License-Identifier: Apache-2.0
// A receive that a wait in the loop completes writes the counts.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);
void steps(double *sent, double *received, const int *places, int n) {
  int counts[4] = {n, n, n, n};
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+3]]: the call of 'MPI_Irecv' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Request request;
    MPI_Irecv(counts, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
