// SPDX-License-Identifier: Apache-2.0
// Integers that another call receives may be the counts; those of the same call may not.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void other(int *sent, int *received, int *counts, const int *places, int *sums, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'MPI_Allreduce' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
}
void same(int *sent, int *received, int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD);
  }
}
