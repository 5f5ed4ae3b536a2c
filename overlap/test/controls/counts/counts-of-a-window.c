// SPDX-License-Identifier: Apache-2.0
// A variable that was made a window of is no longer this process's alone.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int MPI_Win_create(void *, MPI_Aint, int, void *, MPI_Comm, MPI_Win *);

static int counts[64];
void steps(double *sent, double *received, const int *places, int n, MPI_Win *window) {
  MPI_Win_create(counts, sizeof counts, sizeof(int), 0, MPI_COMM_WORLD, window);
  for (int i = 0; i < n; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-1]]: the call of 'MPI_Barrier' may be where another process's changes are seen
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
