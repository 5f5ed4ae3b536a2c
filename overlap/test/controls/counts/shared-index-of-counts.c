// SPDX-License-Identifier: Apache-2.0
// The index of the counts is in memory that other processes may share.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

static int counts[2][64];
void steps(double *sent, double *received, const long *phase, const int *places, int n) {
  for (int i = 0; i < 64; ++i) counts[0][i] = n + i, counts[1][i] = n;
  for (int i = 0; i < n; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-1]]: the call of 'MPI_Barrier' may be where another process's changes are seen
    MPI_Alltoallv(sent, counts[*phase], places, MPI_DOUBLE, received, counts[0], places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
