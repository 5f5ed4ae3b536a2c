// SPDX-License-Identifier: Apache-2.0
// Trap: each level of a recursion would hold the variables of what has become part of it.
// RUN: %inlining_c -fno-optimize-sibling-calls %s -o %t.ll 2>&1 | FileCheck %s
#include "work.h"
void sum_many(const int* own, int* sum) {
  int many[1000];
  for (int i = 0; i < 1000; ++i) many[i] = own[i & 7];
  MPI_Allreduce(many, sum, 1000, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
void sum_few(const int* own, int* sum) {
  MPI_Allreduce(own, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
int step(int own, int* sum) {
  if (own > 5) own = step(own / 2, sum) + 1;
  // CHECK: recursive-caller.c:[[#@LINE+1]]:3: remark: 'sum_many' ends in communication, and computation follows the call, but no window reaches out of the function, because its variables are large and the caller is recursive
  sum_many(&own, sum);
  work();
  return own;
}
int step_of_few(int own, int* sum) {
  if (own > 5) own = step_of_few(own / 2, sum) + 1;
  // CHECK: recursive-caller.c:[[#@LINE+1]]:3: remark: 'sum_few' became part of 'step_of_few'
  sum_few(&own, sum);
  work();
  return own;
}
