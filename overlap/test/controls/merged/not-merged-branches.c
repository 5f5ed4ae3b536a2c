// SPDX-License-Identifier: Apache-2.0
// Two calls in different branches share no control part: neither call precedes the other one.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void unknown(int);
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  if (sent[0] > 0) {
    // CHECK-DAG: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part serves this call alone, which is in no loop
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    unknown(1);
  } else {
    unknown(2);
    // CHECK-DAG: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part serves this call alone, which is in no loop
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
