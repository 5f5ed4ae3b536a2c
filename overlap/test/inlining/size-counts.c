// SPDX-License-Identifier: Apache-2.0
// Where the user wants small code, functions stay.
// RUN: %inlining_c %s -Os -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
void add(int* own, int* sum) {
  // CHECK: MPI_Allreduce became MPI_Iallreduce without a window
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  add(&own, &sum);
  work();
  return sum;
}
