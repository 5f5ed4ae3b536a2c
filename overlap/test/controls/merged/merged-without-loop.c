// SPDX-License-Identifier: Apache-2.0
// Two calls in a row share one control part.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places) {
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Alltoallv: its control part stays in front of it
  MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  sent[0] += 1;
  // CHECK: :[[@LINE+1]]:3: remark: MPI_Alltoallv: the control part of line [[@LINE-2]] serves it as well
  MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}
