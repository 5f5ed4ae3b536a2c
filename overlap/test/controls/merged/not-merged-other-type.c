// SPDX-License-Identifier: Apache-2.0
// Another datatype is another pattern.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places) {
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Alltoallv: its control part serves this call alone, which is in no loop
  MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Alltoallv: its control part serves this call alone, which is in no loop
  MPI_Alltoallv(sent, counts, places, MPI_FLOAT, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}
