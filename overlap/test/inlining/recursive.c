// SPDX-License-Identifier: Apache-2.0
// Trap: a function that calls itself, directly or through another one, stays a function.
// RUN: %inlining_c -fno-optimize-sibling-calls %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not="became part"
#include "work.h"
int mutual(int* own, int* sum);
void self(int* own, int* sum) {
  if (*own > 5) {
    *own /= 2;
    self(own, sum);
    *own += 1;
  }
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
void there(int* own, int* sum) {
  if (*own > 5) *own = mutual(own, sum) + 1;
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int mutual(int* own, int* sum) {
  *own /= 2;
  there(own, sum);
  return *own;
}
int step(int own) {
  int sum;
  // CHECK-DAG: recursive.c:[[#@LINE+1]]:3: remark: 'self' ends in communication, and computation follows the call, but no window reaches out of the function, because it is recursive
  self(&own, &sum);
  work();
  // CHECK-DAG: recursive.c:[[#@LINE+1]]:3: remark: 'there' ends in communication, and computation follows the call, but no window reaches out of the function, because it is recursive
  there(&own, &sum);
  work();
  return sum;
}
