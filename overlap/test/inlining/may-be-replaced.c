// SPDX-License-Identifier: Apache-2.0
// Trap: the linker may put another definition in the place of a weak one.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
__attribute__((weak)) void add(int* own, int* sum) {
  // CHECK: MPI_Allreduce became MPI_Iallreduce without a window
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  add(&own, &sum);
  work();
  return sum;
}
