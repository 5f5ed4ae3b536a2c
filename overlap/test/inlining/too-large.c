// SPDX-License-Identifier: Apache-2.0
// A large function stays one.
// RUN: %inlining_c %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
#define TEN(x) x x x x x x x x x x
void large(volatile int* own, int* sum) {
  TEN(TEN(TEN(*own += 1;)))
  MPI_Allreduce((int*)own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own) {
  int sum;
  // CHECK: too-large.c:[[#@LINE+1]]:3: remark: 'large' {{.*}} because it is too large
  large(&own, &sum);
  work();
  return sum;
}
