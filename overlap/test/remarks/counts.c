// SPDX-License-Identifier: Apache-2.0
// A half stops at a statement that may change the counts.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double* restrict sent, double* restrict received, int* counts, const int* places) {
  // CHECK: remark: MPI_Gatherv became MPI_Igatherv without a window{{.*}} the completion goes no further down than line [[@LINE+2]]: a 'store' may touch the array of counts or displacements
  MPI_Gatherv(sent, 3, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) counts[i] = i;
}
