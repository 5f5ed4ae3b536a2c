// SPDX-License-Identifier: Apache-2.0
// The option keeps functions whole; so do the levels below.
// RUN: %inlining_c -mllvm -bamboo-overlap-inline=false %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
// RUN: %inlining_extended_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
// CHECK: MPI_Allreduce became MPI_Iallreduce without a window
void add(int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  add(&own, &sum);
  work();
  return sum;
}
